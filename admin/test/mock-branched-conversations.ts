import type { CopilotConversation } from "../../protocol/copilot-conversations.ts";
import { agent } from "./mock-answers.ts";
import { branchOf } from "./mock-branches.ts";
import { copilotMessage } from "./mock-copilot-conversations.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

/** A conversation with three branches: one a branch of a branch, one closed, one that has drifted. */
export function branchedConversations(root: CopilotConversation): CopilotConversation[] {
  const at = { message_id: root.messages[1]?.id ?? "" };
  const [asked, answered] = root.messages;
  if (!asked || !answered) return [root];
  const given = {
    said: [],
    summaries: [],
    text: "",
    by: null,
    documents: ["Refund policy", "Terms of delivery"],
    ...at,
  };
  const same = (n: number) => [
    copilotMessage(n, { role: "person", content: "And for shoes that were worn once?" }),
    { ...answered, id: uuid(n + 1), seq: 2 },
  ];
  const worn = branchOf(root, {
    id: uuid(7021),
    title: "Worn shoes",
    branches: 1,
    context_kind: "whole",
    context: { ...given, kind: "whole", said: [asked, answered].map(({ role, content }) => ({ role, content })) },
    messages: same(7211),
  });
  const back = {
    conversation_id: root.id,
    message_id: uuid(7299),
    finding_id: null,
    title: root.title,
    at: minutesAgo(2),
  };
  const abroad = branchOf(worn, {
    id: uuid(7022),
    title: "And from abroad?",
    context_kind: "summary",
    is_closed: true,
    context: {
      ...given,
      kind: "summary",
      by: "model",
      text: "Somebody asked how long something may be sent back. Within 30 days, unworn, in its box.",
      message_id: uuid(7212),
    },
    messages: [
      copilotMessage(7221, { role: "person", content: "And from abroad?" }),
      { ...answered, id: uuid(7222), seq: 2, brought_back: [{ ...back, conversation_id: worn.id, title: worn.title }] },
    ],
  });
  const coffee = branchOf(root, {
    id: uuid(7023),
    title: "Coffee in the kitchen",
    context_kind: "anchor",
    context: { ...given, kind: "anchor", text: "within 30 days of delivery" },
    messages: [
      ...same(7231),
      copilotMessage(7233, { role: "person", content: "Who waters the plants?" }),
      copilotMessage(7234, { content: "Nothing in the library answers this." }),
    ],
  });
  root.branches = 2;
  const merged = {
    conversation_id: worn.id,
    message_id: uuid(7212),
    finding_id: null,
    title: worn.title,
    by: agent.name,
    at: minutesAgo(2),
  };
  root.messages.push({ ...answered, id: uuid(7299), seq: root.messages.length + 1, usage: null, merged_from: merged });
  const taken = worn.messages[1];
  if (taken) taken.brought_back = [back];
  return [root, worn, abroad, coffee];
}
