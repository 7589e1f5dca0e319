import type { CopilotDocument } from "../../protocol/copilot.ts";
import type { BranchComparison, BranchNode, BranchRequest, MergeRequest } from "../../protocol/copilot-branches.ts";
import type {
  CopilotConversation,
  CopilotConversationItem,
  CopilotMessage,
} from "../../protocol/copilot-conversations.ts";
import { type Answer, agent, type Call, ok, refuse } from "./mock-answers.ts";
import type { MockCopilot } from "./mock-copilot-conversations.ts";
import { minutesAgo } from "./mock-data.ts";

/** The routes of branches; null for other calls. */
export function branchRoute(
  copilot: MockCopilot,
  conversation: CopilotConversation,
  call: Call & { path: string },
): Answer | null {
  const { path } = call;
  const forked = /\/messages\/([^/]+)\/branches$/.exec(path);
  if (forked) return fork(copilot, conversation, { messageId: forked[1] ?? "", wish: call.body as BranchRequest });
  if (path.endsWith("/tree")) return ok(treeOf(copilot, conversation));
  if (path.endsWith("/merges")) return merge(copilot, conversation, call.body as MergeRequest);
  if (!path.endsWith("/comparison")) return null;
  const other = copilot.conversations.find(({ id }) => id === call.url.searchParams.get("with"));
  return other ? ok(compared(conversation, other)) : refuse(404, "not_found");
}

function fork(
  copilot: MockCopilot,
  conversation: CopilotConversation,
  { messageId, wish }: { messageId: string; wish: BranchRequest },
): Answer {
  const known = copilot.conversations.find(({ id }) => id === wish.id);
  if (known) return ok(known, 201);
  const made = branchOf(conversation, {
    id: wish.id,
    title: wish.title ?? "",
    context_kind: wish.kind,
    context: {
      kind: wish.kind,
      text:
        wish.kind === "anchor"
          ? (wish.text ?? "")
          : wish.kind === "summary"
            ? "Asked: something. Found: an answer."
            : "",
      by: wish.kind === "summary" ? "rules" : null,
      said: wish.kind === "whole" ? conversation.messages.map(({ role, content }) => ({ role, content })) : [],
      summaries: [],
      documents: [],
      message_id: messageId,
    },
  });
  conversation.branches += 1;
  copilot.conversations.unshift(made);
  return ok(made, 201);
}

/** A branch of another conversation. */
export function branchOf(parent: CopilotConversation, more: Partial<CopilotConversation>): CopilotConversation {
  const at = minutesAgo(3);
  return {
    ...parent,
    parent_id: parent.id,
    trail: [...parent.trail, { id: parent.id, title: parent.title }],
    is_closed: false,
    branches: 0,
    created_at: at,
    updated_at: at,
    messages: [],
    ...more,
  };
}

function familyOf(copilot: MockCopilot, conversation: CopilotConversation): CopilotConversation[] {
  const root = conversation.trail[0]?.id ?? conversation.id;
  return copilot.conversations.filter(({ id, trail }) => id === root || trail[0]?.id === root);
}

function treeOf(copilot: MockCopilot, conversation: CopilotConversation) {
  const family = familyOf(copilot, conversation);
  const below = (one: CopilotConversation): CopilotConversation[] => [
    one,
    ...family.filter(({ parent_id: id }) => id === one.id).flatMap(below),
  ];
  const root = family.find(({ parent_id: id }) => id === null) ?? conversation;
  return { root_id: root.id, items: below(root).map((one) => nodeOf(one, family)) };
}

function nodeOf(conversation: CopilotConversation, family: readonly CopilotConversation[]): BranchNode {
  const {
    messages,
    context,
    trail: _trail,
    ticket_id: _ticket,
    ticket_number: _number,
    branches: _branches,
    ...rest
  } = conversation;
  const parent = family.find(({ id }) => id === conversation.parent_id);
  const forked = parent?.messages.find(({ id }) => id === context?.message_id);
  const before = parent?.messages.slice(0, (forked ? parent.messages.indexOf(forked) : 0) + 1) ?? [];
  const asked = before.findLast(({ role }) => role === "person");
  return {
    ...rest,
    forked_at: forked ? { message_id: forked.id, seq: 2, words: asked?.content ?? forked.content } : null,
    state: messages.at(-1)?.state ?? null,
    messages: messages.length,
    brought_back: messages.flatMap(({ brought_back: brought }) => brought).length,
    summary: "",
    drift: driftOf(conversation),
  };
}

function driftOf({ parent_id: parent, title }: CopilotConversation) {
  if (parent === null) return null;
  return title.startsWith("Coffee")
    ? { similarity: 0.12, has_drifted: true }
    : { similarity: 0.71, has_drifted: false };
}

function merge(copilot: MockCopilot, conversation: CopilotConversation, wish: MergeRequest): Answer {
  const parent = copilot.conversations.find(({ id }) => id === conversation.parent_id);
  const message = conversation.messages.find(({ id }) => id === wish.message_id);
  if (!parent || !message) return refuse(404, "not_found");
  if (parent.is_closed) return refuse(409, "conflict");
  const at = new Date().toISOString();
  const finding = wish.finding_id ?? null;
  const merged = {
    conversation_id: conversation.id,
    message_id: message.id,
    finding_id: finding,
    title: conversation.title,
    by: agent.name,
    at,
  };
  parent.messages.push({
    ...message,
    id: wish.id,
    seq: parent.messages.length + 1,
    usage: null,
    brought_back: [],
    merged_from: merged,
  });
  message.brought_back.push({
    conversation_id: parent.id,
    message_id: wish.id,
    finding_id: finding,
    title: parent.title,
    at,
  });
  return ok(conversation, 201);
}

function compared(left: CopilotConversation, right: CopilotConversation): BranchComparison {
  const [lefts, rights] = [left, right].map(({ messages }) => [messages.slice(0, 2), messages.slice(2)]);
  const isSame = (one?: CopilotMessage[], other?: CopilotMessage[]) => one?.[0]?.content === other?.[0]?.content;
  const rows = [0, 1].map((place) => ({
    is_same: isSame(lefts?.[place], rights?.[place]),
    left: lefts?.[place] ?? [],
    right: rights?.[place] ?? [],
  }));
  const used = ({ messages }: CopilotConversation) => messages.flatMap(({ body }) => body?.documents ?? []);
  const has = (documents: CopilotDocument[], id: string) => documents.some(({ version_id: version }) => version === id);
  const all = new Map([...used(left), ...used(right)].map((document) => [document.version_id, document]));
  return {
    left: {
      ...plain(left),
      summary: "Asked: how long may something be sent back? Found: 30 days.",
      drift: driftOf(left),
    },
    right: { ...plain(right), summary: "Asked: is there a machine in the kitchen?", drift: driftOf(right) },
    rows: rows.filter((row) => row.left.length + row.right.length > 0),
    documents: [...all.values()].map((document) => ({
      document,
      in_left: has(used(left), document.version_id),
      in_right: has(used(right), document.version_id),
    })),
    similarity: 0.2,
  };
}

function plain({
  messages: _messages,
  trail: _trail,
  context: _context,
  branches: _branches,
  ...conversation
}: CopilotConversation): CopilotConversationItem {
  return conversation;
}
