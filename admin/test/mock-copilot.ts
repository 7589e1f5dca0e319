import type {
  CopilotAnswer,
  CopilotConversation,
  CopilotListed,
  CopilotMessage,
  CopilotSend,
} from "../../protocol/copilot-conversations.ts";
import { type Answer, agent, type Call, ok, refuse } from "./mock-answers.ts";
import { branchRoute } from "./mock-branches.ts";
import { copilotContextRoute } from "./mock-copilot-context.ts";
import { copilotMessage, type MockCopilot } from "./mock-copilot-conversations.ts";
import { uuid } from "./mock-data.ts";

/** The copilot of the signed-in user. It does no work itself: tests set the result of a run. */
export function copilotRoute(copilot: MockCopilot, path: string, call: Call): Answer | null {
  if (!path.startsWith("/admin/copilot")) return null;
  if (path === "/admin/copilot/menu") return ok(copilot.menu);
  const context = copilotContextRoute(copilot, path, call);
  if (context) return context;
  const [, , , , id, , messageId, verb, findingId] = path.split("/");
  if (id === undefined) return call.method === "POST" ? begin(copilot, call) : list(copilot, call.url);
  const conversation = copilot.conversations.find((one) => one.id === id);
  if (!conversation) return refuse(404, "not_found");
  const branched = branchRoute(copilot, conversation, { ...call, path });
  if (branched) return branched;
  if (path.endsWith(id)) return answerConversation(copilot, conversation, call);
  if (messageId === undefined) return send(conversation, call.body as CopilotSend);
  const message = conversation.messages.find((one) => one.id === messageId);
  if (!message) return refuse(404, "not_found");
  if (findingId !== undefined) return judge(conversation, message, { findingId, body: call.body });
  if (verb === "answer")
    return answer(conversation, message, call.body as { question_id: string; answer: CopilotAnswer });
  if (verb === "cancel" && message.state === "running")
    Object.assign(message, { state: "cancelled", content: "Stopped." });
  if (verb === "retry") Object.assign(message, { state: "running", content: "" });
  return ok(conversation);
}

function list(copilot: MockCopilot, url: URL): Answer {
  const words = (url.searchParams.get("q") ?? "").toLowerCase();
  const isArchived = url.searchParams.get("archived") === "true";
  const found = copilot.conversations.filter(
    (conversation) => conversation.is_archived === isArchived && conversation.title.toLowerCase().includes(words),
  );
  return ok({ items: found.map(listed), next_cursor: null });
}

function listed({ messages, trail: _trail, context: _context, ...conversation }: CopilotConversation): CopilotListed {
  const used = messages.flatMap(({ usage }) => usage ?? []);
  return {
    ...conversation,
    state: messages.at(-1)?.state ?? null,
    last_message: messages.at(-1)?.content ?? "",
    tokens: used.reduce((sum, one) => sum + one.input_tokens + one.output_tokens, 0),
    cost_micros: used.reduce((sum, one) => sum + one.cost_micros, 0),
  };
}

function begin(copilot: MockCopilot, call: Call): Answer {
  const { ticket_id: ticketId = null, message } = (call.body ?? {}) as { ticket_id?: string; message?: CopilotSend };
  const known = copilot.conversations.find(({ id }) => id === message?.id);
  if (known) return ok(known, 201);
  const at = new Date().toISOString();
  const made: CopilotConversation = {
    id: message?.id ?? uuid(7500 + copilot.conversations.length),
    title: "",
    ticket_id: ticketId,
    ticket_number: ticketId ? 1042 : null,
    parent_id: null,
    context_kind: null,
    is_closed: false,
    is_archived: false,
    trail: [],
    context: null,
    branches: 0,
    created_at: at,
    updated_at: at,
    messages: [],
  };
  copilot.conversations.unshift(made);
  if (message) send(made, message);
  return ok(made, 201);
}

function answerConversation(copilot: MockCopilot, conversation: CopilotConversation, call: Call): Answer {
  if (call.method === "DELETE") {
    const goesToo = call.url.searchParams.get("branches") === "erase";
    copilot.conversations = copilot.conversations.filter(
      ({ id, trail }) => id !== conversation.id && !(goesToo && trail.some((one) => one.id === conversation.id)),
    );
    return ok({ ok: true });
  }
  if (call.method === "PATCH") Object.assign(conversation, call.body);
  return ok(conversation);
}

function send(conversation: CopilotConversation, sent: CopilotSend): Answer {
  if (conversation.messages.at(-1)?.state === "running") return refuse(409, "conflict");
  const n = 7_950 + conversation.messages.length;
  const { id, text, mentions = {}, attached = null } = sent;
  conversation.messages.push(
    copilotMessage(n, { id, role: "person", content: text, mentions, attached }),
    copilotMessage(n + 1, { state: "running", action: mentions.action ?? null }),
  );
  conversation.title ||= text.slice(0, 60);
  return ok(conversation, 202);
}

function answer(
  conversation: CopilotConversation,
  message: CopilotMessage,
  { question_id: id, answer: given }: { question_id: string; answer: CopilotAnswer },
): Answer {
  const asked = message.questions.find(({ question }) => question.id === id);
  if (!asked || asked.answered !== null) return refuse(409, "conflict");
  if (given.type === "cancel") {
    asked.answered = "Cancelled";
    message.state = "cancelled";
    message.content = "Cancelled. Tell me what you need whenever you're ready.";
    return ok(conversation, 202);
  }
  asked.answered = given.type === "documents" ? `${given.documents.length} documents` : given.type;
  message.state = "done";
  conversation.messages.push(copilotMessage(message.seq + 1, { state: "running", action: message.action }));
  return ok(conversation, 202);
}

function judge(
  conversation: CopilotConversation,
  message: CopilotMessage,
  { findingId, body }: { findingId: string; body: unknown },
): Answer {
  const { verdict, reason = "" } = body as { verdict: "accepted" | "dismissed" | null; reason?: string };
  if (verdict === null) delete message.judged[findingId];
  else message.judged[findingId] = { verdict, reason, by: agent.name, at: new Date().toISOString() };
  return ok(conversation);
}
