import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Which of the graph's calls a request is, told by its system prompt. */
export type ScriptedTask = "contextualize" | "generate" | "grade" | "summarize" | "other";

export interface ScriptedRequest {
  task: ScriptedTask;
  model: string;
  stream: boolean;
  system: string;
  /** Last message of the user. */
  user: string;
  messages: { role: string; content: string }[];
  wantsJson: boolean;
  body: Record<string, unknown>;
  headers: IncomingMessage["headers"];
  /** Path and query. */
  url: string;
  /** The client went away before the answer was through. */
  aborted: boolean;
}

/** What the model does with a request. Times in ms. */
export type ScriptedReply =
  | {
      type: "text";
      text: string;
      /** How it is split when it is streamed; words by default. */
      pieces?: string[];
      /** `stop` by default. */
      finish?: string;
      firstDelay?: number;
      tokenDelay?: number;
      usage?: ScriptedUsage;
    }
  | { type: "status"; status: number; code?: string; message?: string; headers?: Record<string, string> }
  /** Sends a part of the text, then cuts the connection (`socket`) or ends without saying that it is through (`quiet`). */
  | { type: "break"; text: string; how: "socket" | "quiet"; tokenDelay?: number }
  /** Sends the text and then nothing more, without ending. */
  | { type: "hang"; text?: string }
  /** Says the same words for ever. */
  | { type: "endless"; text: string; tokenDelay: number }
  /** Bytes as they are, e.g. broken JSON of the protocol itself. */
  | { type: "raw"; body: string; contentType?: string };

export interface ScriptedUsage {
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens?: number;
}

export type Script = ScriptedReply | ((request: ScriptedRequest, nth: number) => ScriptedReply);

export interface ScriptedModel {
  /** For `OPENAI_BASE_URL`. */
  url: string;
  requests: ScriptedRequest[];
  /** Sets what a task does from now on; a list is played one by one, its last item over and over. */
  on(task: ScriptedTask, script: Script | ScriptedReply[]): void;
  requestsOf(task: ScriptedTask): ScriptedRequest[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A good grade, as JSON. */
export const goodGrade = JSON.stringify({
  score: 0.92,
  reason: "Every statement is supported.",
  supported: ["a"],
  unsupported: [],
  missing: [],
});

const defaultScripts: Record<ScriptedTask, Script> = {
  contextualize: (request) => ({ type: "text", text: lastMessageIn(request.user) }),
  generate: { type: "text", text: "The first passage has the answer [1]." },
  grade: { type: "text", text: goodGrade },
  summarize: { type: "text", text: "The visitor wants to know something." },
  other: { type: "text", text: "ok" },
};

/**
 * An OpenAI-compatible server (`/v1/chat/completions`, streaming and whole) that does what its script says and writes down
 * what it was asked. Stands in for a model wherever a test needs one to be good, slow, broken or hostile.
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
    await play(replyFor(scripts.get(request.task) ?? defaultScripts[request.task], request, nth), request, response);
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

async function play(reply: ScriptedReply, request: ScriptedRequest, response: ServerResponse): Promise<void> {
  switch (reply.type) {
    case "status":
      sendJson(
        response,
        reply.status,
        { error: { message: reply.message ?? "scripted", code: reply.code ?? null, type: "scripted" } },
        reply.headers,
      );
      return;
    case "raw":
      response.writeHead(200, { "content-type": reply.contentType ?? "application/json" }).end(reply.body);
      return;
    case "text":
      await sleep(reply.firstDelay ?? 0);
      if (!request.stream) sendWhole(response, request, reply);
      else await streamText(response, request, reply);
      return;
    case "break":
      await streamPieces(response, request, { text: reply.text, tokenDelay: reply.tokenDelay ?? 0 });
      if (reply.how === "socket") response.destroy();
      else response.end();
      return;
    case "hang":
      if (request.stream) await streamPieces(response, request, { text: reply.text ?? "", tokenDelay: 0 });
      return;
    case "endless":
      while (!response.destroyed && !response.closed) await streamPieces(response, request, reply);
      return;
    default:
      reply satisfies never;
  }
}

async function streamText(
  response: ServerResponse,
  request: ScriptedRequest,
  reply: Extract<ScriptedReply, { type: "text" }>,
): Promise<void> {
  await streamPieces(response, request, { tokenDelay: 0, ...reply });
  sendChunk(response, request, { choices: [{ index: 0, delta: {}, finish_reason: reply.finish ?? "stop" }] });
  sendChunk(response, request, { choices: [], usage: usageOf(reply) });
  response.end("data: [DONE]\n\n");
}

async function streamPieces(
  response: ServerResponse,
  request: ScriptedRequest,
  { text, pieces, tokenDelay }: { text: string; pieces?: string[]; tokenDelay: number },
): Promise<void> {
  if (!response.headersSent) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    sendChunk(response, request, {
      choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
    });
  }
  for (const content of pieces ?? text.match(/\s*\S+|\s+$/g) ?? []) {
    if (response.destroyed || response.closed) return;
    sendChunk(response, request, { choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    // Lets the piece go out on its own, as tokens do.
    await sleep(tokenDelay);
  }
}

function sendChunk(response: ServerResponse, request: ScriptedRequest, fields: Record<string, unknown>): void {
  response.write(
    `data: ${JSON.stringify({ id: "scripted", object: "chat.completion.chunk", created: 1, model: request.model, ...fields })}\n\n`,
  );
}

function sendWhole(
  response: ServerResponse,
  request: ScriptedRequest,
  reply: Extract<ScriptedReply, { type: "text" }>,
): void {
  sendJson(response, 200, {
    id: "scripted",
    object: "chat.completion",
    created: 1,
    model: request.model,
    choices: [{ index: 0, message: { role: "assistant", content: reply.text }, finish_reason: reply.finish ?? "stop" }],
    usage: usageOf(reply),
  });
}

function usageOf({ text, usage }: { text: string; usage?: ScriptedUsage }): Record<string, unknown> {
  const { prompt_tokens, completion_tokens, cached_tokens } = {
    prompt_tokens: 100,
    completion_tokens: text.split(/\s+/).length,
    cached_tokens: 0,
    ...usage,
  };
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens },
  };
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
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
  if (/^You prepare a search/.test(system)) return "contextualize";
  if (/^You answer visitors/.test(system)) return "generate";
  if (/^You check an answer/.test(system)) return "grade";
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
