import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The scripted Messages API's reaction to a request. */
export type AnthropicReply =
  | { type: "text"; text: string; stop?: string }
  | { type: "tool"; name?: string; input: unknown }
  | { type: "status"; status: number; error?: string; headers?: Record<string, string> }
  /** Some text, then an error event in the stream. */
  | { type: "error"; text: string; error: string }
  /** Raw bytes. */
  | { type: "raw"; body: string; contentType: string }
  /** Some text, then the connection ends. */
  | { type: "cut"; text: string };

export interface AnthropicRequest {
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown> & {
    stream?: boolean;
    system?: { text: string; cache_control?: unknown }[];
    messages?: { role: string; content: string }[];
    tools?: { name: string; description?: string; input_schema?: unknown }[];
    tool_choice?: unknown;
  };
}

/** A server with Anthropic's Messages API. Replies are played in order; the last one repeats. */
export async function startScriptedAnthropic() {
  const requests: AnthropicRequest[] = [];
  let replies: AnthropicReply[] = [{ type: "text", text: "The first passage has the answer [1]." }];
  let next = 0;
  const server = createServer(async (incoming, response) => {
    let text = "";
    for await (const part of incoming) text += part;
    const body: AnthropicRequest["body"] = JSON.parse(text);
    requests.push({ headers: incoming.headers, body });
    const reply = replies[Math.min(next++, replies.length - 1)] ?? { type: "status", status: 500 };
    if (incoming.url !== "/v1/messages") response.writeHead(404).end();
    else if (reply.type === "status")
      response
        .writeHead(reply.status, { "content-type": "application/json", ...reply.headers })
        .end(JSON.stringify({ type: "error", error: { type: reply.error ?? "api_error", message: "scripted" } }));
    else if (reply.type === "raw") response.writeHead(200, { "content-type": reply.contentType }).end(reply.body);
    else if (body.stream) response.writeHead(200, { "content-type": "text/event-stream" }).end(framesOf(reply));
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(wholeOf(reply)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play(...given: AnthropicReply[]) {
      replies = given;
      next = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const usage = { input_tokens: 100, cache_read_input_tokens: 900, cache_creation_input_tokens: 0, output_tokens: 1 };

function framesOf(reply: Exclude<AnthropicReply, { type: "status" | "raw" }>): string {
  const text = "text" in reply ? reply.text : JSON.stringify(reply.input);
  const events: Record<string, unknown>[] = [
    { type: "message_start", message: { id: "m", role: "assistant", content: [], usage } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "ping" },
    ...(text.match(/\s*\S+/g) ?? []).map((piece) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text: piece },
    })),
  ];
  if (reply.type === "error") events.push({ type: "error", error: { type: reply.error, message: "scripted" } });
  if (reply.type === "text" || reply.type === "tool")
    events.push(
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: ("stop" in reply && reply.stop) || "end_turn" },
        usage: { output_tokens: 50 },
      },
      { type: "message_stop" },
    );
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

function wholeOf(reply: Exclude<AnthropicReply, { type: "status" | "raw" }>): object {
  const content =
    reply.type === "tool"
      ? [{ type: "tool_use", id: "t", name: reply.name ?? "grade", input: reply.input }]
      : [{ type: "text", text: reply.text }];
  return {
    id: "m",
    role: "assistant",
    content,
    stop_reason: ("stop" in reply && reply.stop) || "end_turn",
    usage: { ...usage, output_tokens: 50 },
  };
}
