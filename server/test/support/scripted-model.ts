import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { play, type ScriptedReply, type ScriptedRequest, type ScriptedTask, sendJson } from "./scripted-replies.ts";

export type { ScriptedReply, ScriptedRequest, ScriptedTask };

export type Script = ScriptedReply | ((request: ScriptedRequest, nth: number) => ScriptedReply);

export interface ScriptedModel {
  /** For `OPENAI_BASE_URL`. */
  url: string;
  requests: ScriptedRequest[];
  /** Sets the replies for a task. A list is played in order; its last item repeats. */
  on(task: ScriptedTask, script: Script | ScriptedReply[]): void;
  requestsOf(task: ScriptedTask): ScriptedRequest[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A high confidence, as the JSON of the grading call. */
export const goodGrade = JSON.stringify({
  score: 0.92,
  reason: "Every statement is supported.",
  supported: ["a"],
  unsupported: [],
  missing: [],
});

const defaultScripts: Record<ScriptedTask, Script> = {
  look: { type: "text", text: "A picture of something." },
  contextualize: (request) => ({ type: "text", text: lastMessageIn(request.user) }),
  act: { type: "text", text: "DONE" },
  generate: { type: "text", text: "The first passage has the answer [1]." },
  grade: { type: "text", text: goodGrade },
  translate: { type: "text", text: "[translated]" },
  recap: { type: "text", text: JSON.stringify({ asked: "something", tried: "nothing yet", open: "all of it" }) },
  summarize: { type: "text", text: "The visitor wants to know something." },
  other: { type: "text", text: "ok" },
};

/**
 * An OpenAI-compatible server (`/v1/chat/completions`, streaming and complete) that follows its script and records its requests. It
 * replaces a model wherever a test needs a good, slow, broken or hostile one.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const scripts = new Map<ScriptedTask, Script | ScriptedReply[]>();
  const counts = new Map<ScriptedTask, number>();
  const requests: ScriptedRequest[] = [];
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(incoming);
    if (body === null || !incoming.url?.split("?")[0]?.endsWith("/chat/completions")) {
      sendJson(response, 404, { error: { message: "not here", code: "not_found" } });
      return;
    }
    const request = requestOf(body, incoming);
    requests.push(request);
    response.on("close", () => {
      request.aborted = !response.writableFinished;
    });
    const nth = counts.get(request.task) ?? 0;
    counts.set(request.task, nth + 1);
    const reply = replyFor(scripts.get(request.task) ?? defaultScripts[request.task], request, nth);
    await play(request.task === "contextualize" ? asQuestion(reply) : reply, request, response);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => closeServer(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    on(task, script) {
      scripts.set(task, script);
      counts.delete(task);
    },
    requestsOf: (task) => requests.filter((request) => request.task === task),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function replyFor(script: Script | ScriptedReply[], request: ScriptedRequest, nth: number): ScriptedReply {
  if (typeof script === "function") return script(request, nth);
  if (!Array.isArray(script)) return script;
  return script[Math.min(nth, script.length - 1)] ?? { type: "status", status: 500 };
}

/** Wraps a rewritten question in the requested JSON; scripts give only its text. */
function asQuestion(reply: ScriptedReply): ScriptedReply {
  if (reply.type !== "text" || reply.text.includes('{"question"')) return reply;
  return { ...reply, text: JSON.stringify({ question: reply.text, readings: [] }) };
}

function requestOf(body: Record<string, unknown>, incoming: IncomingMessage): ScriptedRequest {
  const messages = (Array.isArray(body.messages) ? body.messages : []).map(
    (message: { role?: unknown; content?: unknown }) => ({
      role: String(message.role),
      content: typeof message.content === "string" ? message.content : JSON.stringify(message.content),
    }),
  );
  const system = messages.find(({ role }) => role === "system" || role === "developer")?.content ?? "";
  return {
    task: taskOf(system),
    model: String(body.model),
    stream: body.stream === true,
    system,
    user: messages.findLast(({ role }) => role === "user")?.content ?? "",
    messages,
    wantsJson: body.response_format !== undefined || body.tools !== undefined,
    body,
    headers: incoming.headers,
    url: incoming.url ?? "",
    aborted: false,
  };
}

function taskOf(system: string): ScriptedTask {
  if (/^You see for a support desk/.test(system)) return "look";
  if (/^You prepare a search/.test(system)) return "contextualize";
  if (/^You decide for a company/.test(system)) return "act";
  if (/^You answer visitors/.test(system)) return "generate";
  if (/^You check an answer/.test(system)) return "grade";
  if (/^You translate/.test(system)) return "translate";
  if (/^A person of a support team takes over a conversation. Sum it up/.test(system)) return "recap";
  return /^A person of a support team/.test(system) ? "summarize" : "other";
}

function lastMessageIn(user: string): string {
  return /<last_message>\n([\s\S]*?)\n<\/last_message>/.exec(user)?.[1] ?? user;
}

async function readJson(incoming: IncomingMessage): Promise<Record<string, unknown> | null> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8")) as Record<string, unknown>;
  } catch {
    return null;
  }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
