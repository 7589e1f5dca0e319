import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createHttpReranker } from "./http-reranker.ts";

interface Asked {
  body: { model: string; query: string; documents: string[] };
  authorization: string | undefined;
}

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A `/rerank` server with a fixed response; without one it never responds. */
async function serve(answer: { status?: number; body: string } | undefined): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer); // a request is read as bytes
    asked.push({
      body: JSON.parse(Buffer.concat(parts).toString()) as Asked["body"], // written by the adapter under test
      authorization: request.headers.authorization,
    });
    if (answer) response.writeHead(answer.status ?? 200, { "content-type": "application/json" }).end(answer.body);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/rerank`, asked };
}

const ask = (url: string, options: { apiKey?: string; timeoutMs?: number } = {}) =>
  createHttpReranker({ url, model: "small-reranker", timeoutMs: 5_000, ...options }).rerank("lamp?", ["a", "b"]);

describe("a reranker behind HTTP", () => {
  it("sends the question with the passages and gives the scores back in their order", async () => {
    const results = [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.2 },
    ];
    const { url, asked } = await serve({ body: JSON.stringify({ results }) });
    expect(await ask(url, { apiKey: "k" })).toEqual([0.2, 0.9]);
    expect(asked[0]).toMatchObject({
      body: { model: "small-reranker", query: "lamp?", documents: ["a", "b"] },
      authorization: "Bearer k",
    });
  });

  it("understands a bare list of scores", async () => {
    const { url, asked } = await serve({ body: '[{"index":0,"score":0.4},{"index":1,"score":-2.5}]' });
    expect(await ask(url)).toEqual([0.4, -2.5]);
    expect(asked[0]?.authorization).toBeUndefined();
  });

  it.each([
    ["an error", { status: 500, body: "{}" }, "answered with 500"],
    ["no JSON", { body: "<html>" }, "not JSON"],
    ["another shape", { body: '{"data":[]}' }, "another shape"],
    ["a passage left out", { body: '{"results":[{"index":0,"relevance_score":1}]}' }, "left passages out"],
    ["a score left out", { body: '[{"index":0},{"index":1,"score":1}]' }, "left passages out"],
    ["far too much", { body: `"${"x".repeat(1_100_000)}"` }, "too long"],
  ])("refuses %s", async (_name, answer, message) => {
    await expect(ask((await serve(answer)).url)).rejects.toThrow(message);
  });

  it("gives up on a server that does not answer in time", async () => {
    const { url } = await serve(undefined);
    await expect(ask(url, { timeoutMs: 50 })).rejects.toThrow(/time/i);
  });
});
