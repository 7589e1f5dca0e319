import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** The graph's call that a request belongs to, recognised by its system prompt. */
export type ScriptedTask =
  | "look"
  | "contextualize"
  | "act"
  | "generate"
  | "grade"
  | "summarize"
  | "translate"
  | "recap"
  | "other";

export interface ScriptedRequest {
  task: ScriptedTask;
  model: string;
  stream: boolean;
  system: string;
  /** The last user message. */
  user: string;
  messages: { role: string; content: string }[];
  wantsJson: boolean;
  body: Record<string, unknown>;
  headers: IncomingMessage["headers"];
  /** Path and query. */
  url: string;
  /** The client disconnected before the response was complete. */
  aborted: boolean;
}

/** The model's reaction to a request. Times in ms. */
export type ScriptedReply =
  | {
      type: "text";
      text: string;
      /** Pieces of a streamed text; words by default. */
      pieces?: string[];
      /** `stop` by default. */
      finish?: string;
      firstDelay?: number;
      tokenDelay?: number;
      usage?: ScriptedUsage;
    }
  /** Tool calls. Arguments that are not a string are written as JSON. */
  | { type: "calls"; calls: { id?: string; name: string; arguments: unknown }[]; firstDelay?: number }
  | { type: "status"; status: number; code?: string; message?: string; headers?: Record<string, string> }
  /** Sends a part of the text, then cuts the connection (`socket`) or ends without a finish marker (`quiet`). */
  | { type: "break"; text: string; how: "socket" | "quiet"; tokenDelay?: number }
  /** Sends the text, then nothing, without ending. */
  | { type: "hang"; text?: string }
  /** Repeats the same words for ever. */
  | { type: "endless"; text: string; tokenDelay: number }
  /** Raw bytes, e.g. invalid JSON of the protocol itself. */
  | { type: "raw"; body: string; contentType?: string; status?: number };

export interface ScriptedUsage {
  prompt_tokens: number;
  completion_tokens: number;
  cached_tokens?: number;
}

/** Plays one reply of the script. */
export async function play(reply: ScriptedReply, request: ScriptedRequest, response: ServerResponse): Promise<void> {
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
      response
        .writeHead(reply.status ?? 200, { "content-type": reply.contentType ?? "application/json" })
        .end(reply.body);
      return;
    case "text":
      await sleep(reply.firstDelay ?? 0);
      if (!request.stream) sendWhole(response, request, reply);
      else await streamText(response, request, reply);
      return;
    case "calls":
      await sleep(reply.firstDelay ?? 0);
      sendCalls(response, request, reply.calls);
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
    // Lets each piece be sent separately, like tokens.
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

function sendCalls(
  response: ServerResponse,
  request: ScriptedRequest,
  calls: { id?: string; name: string; arguments: unknown }[],
): void {
  const tool_calls = calls.map(({ id, name, arguments: given }, index) => ({
    id: id ?? `call_${index}`,
    type: "function",
    function: { name, arguments: typeof given === "string" ? given : JSON.stringify(given) },
  }));
  sendJson(response, 200, {
    id: "scripted",
    object: "chat.completion",
    created: 1,
    model: request.model,
    choices: [{ index: 0, message: { role: "assistant", content: null, tool_calls }, finish_reason: "tool_calls" }],
    usage: usageOf({ text: JSON.stringify(tool_calls) }),
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

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
