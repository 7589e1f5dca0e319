import type {
  CopilotAnswer,
  CopilotListed,
  CopilotMessage,
  CopilotSend,
  CopilotTalk,
} from "../../protocol/copilot-talk.ts";
import { type Answer, agent, type Call, ok, refuse } from "./mock-answers.ts";
import { branchRoute } from "./mock-branches.ts";
import { copilotContextRoute } from "./mock-copilot-context.ts";
import { copilotMessage, type MockCopilot } from "./mock-copilot-talks.ts";
import { uuid } from "./mock-data.ts";

/** The copilot of the signed-in person. It works on nothing by itself: tests say what becomes of a run. */
export function copilotRoute(copilot: MockCopilot, path: string, call: Call): Answer | null {
  if (!path.startsWith("/admin/copilot")) return null;
  if (path === "/admin/copilot/menu") return ok(copilot.menu);
  const context = copilotContextRoute(copilot, path, call);
  if (context) return context;
  const [, , , , id, , messageId, verb, findingId] = path.split("/");
  if (id === undefined) return call.method === "POST" ? begin(copilot, call) : list(copilot, call.url);
  const talk = copilot.talks.find((one) => one.id === id);
  if (!talk) return refuse(404, "not_found");
  const branched = branchRoute(copilot, talk, { ...call, path });
  if (branched) return branched;
  if (path.endsWith(id)) return conversation(copilot, talk, call);
  if (messageId === undefined) return send(talk, call.body as CopilotSend);
  const message = talk.messages.find((one) => one.id === messageId);
  if (!message) return refuse(404, "not_found");
  if (findingId !== undefined) return judge(talk, message, { findingId, body: call.body });
  if (verb === "answer") return answer(talk, message, call.body as { question_id: string; answer: CopilotAnswer });
  if (verb === "cancel" && message.state === "running")
    Object.assign(message, { state: "cancelled", content: "Stopped." });
  if (verb === "retry") Object.assign(message, { state: "running", content: "" });
  return ok(talk);
}

function list(copilot: MockCopilot, url: URL): Answer {
  const words = (url.searchParams.get("q") ?? "").toLowerCase();
  const isArchived = url.searchParams.get("archived") === "true";
  const found = copilot.talks.filter(
    (talk) => talk.is_archived === isArchived && talk.title.toLowerCase().includes(words),
  );
  return ok({ items: found.map(listed), next_cursor: null });
}

function listed({ messages, trail: _trail, context: _context, ...talk }: CopilotTalk): CopilotListed {
  const used = messages.flatMap(({ usage }) => usage ?? []);
  return {
    ...talk,
    state: messages.at(-1)?.state ?? null,
    last_message: messages.at(-1)?.content ?? "",
    tokens: used.reduce((sum, one) => sum + one.input_tokens + one.output_tokens, 0),
    cost_micros: used.reduce((sum, one) => sum + one.cost_micros, 0),
  };
}

function begin(copilot: MockCopilot, call: Call): Answer {
  const { ticket_id: ticketId = null, message } = (call.body ?? {}) as { ticket_id?: string; message?: CopilotSend };
  const known = copilot.talks.find(({ id }) => id === message?.id);
  if (known) return ok(known, 201);
  const at = new Date().toISOString();
  const made: CopilotTalk = {
    id: message?.id ?? uuid(7500 + copilot.talks.length),
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
  copilot.talks.unshift(made);
  if (message) send(made, message);
  return ok(made, 201);
}

function conversation(copilot: MockCopilot, talk: CopilotTalk, call: Call): Answer {
  if (call.method === "DELETE") {
    const goesToo = call.url.searchParams.get("branches") === "erase";
    copilot.talks = copilot.talks.filter(
      ({ id, trail }) => id !== talk.id && !(goesToo && trail.some((one) => one.id === talk.id)),
    );
    return ok({ ok: true });
  }
  if (call.method === "PATCH") Object.assign(talk, call.body);
  return ok(talk);
}

function send(talk: CopilotTalk, sent: CopilotSend): Answer {
  if (talk.messages.at(-1)?.state === "running") return refuse(409, "conflict");
  const n = 7_950 + talk.messages.length;
  const { id, text, mentions = {}, attached = null } = sent;
  talk.messages.push(
    copilotMessage(n, { id, role: "person", content: text, mentions, attached }),
    copilotMessage(n + 1, { state: "running", action: mentions.action ?? null }),
  );
  talk.title ||= text.slice(0, 60);
  return ok(talk, 202);
}

function answer(
  talk: CopilotTalk,
  message: CopilotMessage,
  { question_id: id, answer: given }: { question_id: string; answer: CopilotAnswer },
): Answer {
  const asked = message.questions.find(({ question }) => question.id === id);
  if (!asked || asked.answered !== null) return refuse(409, "conflict");
  if (given.type === "cancel") {
    asked.answered = "Cancelled";
    message.state = "cancelled";
    message.content = "Cancelled. Tell me what you need whenever you're ready.";
    return ok(talk, 202);
  }
  asked.answered = given.type === "documents" ? `${given.documents.length} documents` : given.type;
  message.state = "done";
  talk.messages.push(copilotMessage(message.seq + 1, { state: "running", action: message.action }));
  return ok(talk, 202);
}

function judge(
  talk: CopilotTalk,
  message: CopilotMessage,
  { findingId, body }: { findingId: string; body: unknown },
): Answer {
  const { verdict, reason = "" } = body as { verdict: "accepted" | "dismissed" | null; reason?: string };
  if (verdict === null) delete message.judged[findingId];
  else message.judged[findingId] = { verdict, reason, by: agent.name, at: new Date().toISOString() };
  return ok(talk);
}
