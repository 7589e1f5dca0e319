import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

/** An OpenAI-compatible model for the attacks. It proposes the call that a message names, as often as asked. */
export interface ActingModel {
  url: string;
  close(): Promise<void>;
}

const requestSchema = z.object({
  stream: z.boolean().optional(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
});
type Request = z.infer<typeof requestSchema>;

const grade = { score: 0.92, reason: "Supported.", supported: ["a"], unsupported: [], missing: [] };
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/**
 * Starts it on a free port. "Move B-1001 with bookings_a" calls the tool of that connection; for other messages it calls nothing. It treats
 * every call result as a success.
 */
export async function startActingModel(): Promise<ActingModel> {
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.on("data", (part: Buffer) => {
      body += part.toString("utf8");
    });
    incoming.on("end", () => {
      const request = requestSchema.parse(JSON.parse(body));
      if (request.stream) {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(streamed("It was approved, and your booking is moved [1]."));
      } else {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ ...answerTo(request), object: "chat.completion", usage }));
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answerTo(request: Request): object {
  const text = (role: string) => String(request.messages.findLast((message) => message.role === role)?.content ?? "");
  const reply = (message: object, finish_reason: string) => ({
    id: "c",
    created: 1,
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
  });
  if (request.tools === undefined) return reply({ content: JSON.stringify(grade) }, "stop");
  const wishes = [...text("user").matchAll(/Move (B-\d+) with ([a-z0-9_]+)/g)];
  const [, booking, connection] = wishes.at(-1) ?? [];
  const tool = request.tools.find(({ function: { name } }) => name.startsWith(`${connection}__`));
  if (!tool) return reply({ content: "DONE" }, "stop");
  const call = { name: tool.function.name, arguments: JSON.stringify({ booking }) };
  return reply({ content: null, tool_calls: [{ id: "call_0", type: "function", function: call }] }, "tool_calls");
}

function streamed(text: string): string {
  const frame = (choices: object[], more: object = {}) =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "scripted", choices, ...more })}\n\n`;
  const piece = (delta: object, finish_reason: string | null) => frame([{ index: 0, delta, finish_reason }]);
  return `${piece({ content: text }, null)}${piece({}, "stop")}${frame([], { usage })}data: [DONE]\n\n`;
}
