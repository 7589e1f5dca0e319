import { createServer, type ServerResponse } from "node:http";
import { z } from "zod";

/**
 * A scripted OpenAI-compatible model with almost no cost of its own: every answer consists of the same frames. Arguments: port, ms to the
 * first token, ms per token, tokens. One timer serves all streams, so that hundreds of streams do not need hundreds of timers.
 */
const [port, firstMs, tokenMs, tokens] = z.array(z.coerce.number()).length(4).parse(process.argv.slice(2));

const frame = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "scripted", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const count = tokens ?? 200;
const frames = Array.from({ length: count }, (_, index) =>
  frame({ content: index === count - 1 ? " [1]." : index % 40 === 39 ? " word [1].\n\n" : " word" }),
);
const usage = { prompt_tokens: 900, completion_tokens: count, total_tokens: 900 + count };
const lastFrames = `${frame({}, "stop")}data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "scripted", choices: [], usage })}\n\ndata: [DONE]\n\n`;
const grade = JSON.stringify({
  score: 0.92,
  reason: "Every statement is supported.",
  supported: ["a"],
  unsupported: [],
  missing: [],
});

interface Stream {
  response: ServerResponse;
  startsAt: number;
  sent: number;
}
const streams = new Set<Stream>();

setInterval(() => {
  const now = performance.now();
  for (const stream of streams) advance(stream, now);
}, 1);

function advance(stream: Stream, now: number): void {
  const due = now < stream.startsAt ? 0 : 1 + (tokenMs ? Math.floor((now - stream.startsAt) / tokenMs) : count);
  const until = Math.min(count, due);
  if (until > stream.sent) {
    stream.response.write(frames.slice(stream.sent, until).join(""));
    stream.sent = until;
  }
  if (stream.sent < count) return;
  stream.response.end(lastFrames);
  streams.delete(stream);
}

createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => {
    body += part.toString();
  });
  request.on("end", () => {
    if (/"stream":\s*true/.test(body)) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const stream = { response, startsAt: performance.now() + (firstMs ?? 0), sent: 0 };
      streams.add(stream);
      response.on("close", () => streams.delete(stream));
      return;
    }
    const message = { role: "assistant", content: grade };
    const answer = { id: "c", object: "chat.completion", created: 1, model: "scripted", usage };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...answer, choices: [{ index: 0, message, finish_reason: "stop" }] }));
  });
}).listen(port, "127.0.0.1");
