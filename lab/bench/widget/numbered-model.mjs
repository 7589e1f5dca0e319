import { createServer } from "node:http";

/** Words of an answer, each unique. */
export const words = Array.from({ length: 120 }, (_, index) => `w${index + 1}`);
const wordMs = 20;

const usage = { prompt_tokens: 900, completion_tokens: words.length, total_tokens: 900 + words.length };
const grade = { score: 0.92, reason: "All is supported.", supported: ["a"], unsupported: [], missing: [] };

function frame(delta, finish = null) {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "scripted", choices })}\n\n`;
}

/** A scripted OpenAI-compatible model that counts, a word every 20 ms. */
export async function startNumberedModel() {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    if (!/"stream":\s*true/.test(body)) {
      const message = { role: "assistant", content: JSON.stringify(grade) };
      const answer = { id: "c", object: "chat.completion", created: 1, model: "scripted", usage };
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(JSON.stringify({ ...answer, choices: [{ index: 0, message, finish_reason: "stop" }] }));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const [index, word] of words.entries()) {
      if (response.destroyed) return;
      response.write(frame({ content: index === words.length - 1 ? ` ${word} [1].` : ` ${word}` }));
      await new Promise((done) => setTimeout(done, wordMs));
    }
    return response.end(`${frame({}, "stop")}data: [DONE]\n\n`);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, stop: () => server.close() };
}
