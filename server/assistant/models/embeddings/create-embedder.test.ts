import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createEmbedder, createHttpEmbedder } from "./create-embedder.ts";

interface Call {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  texts: string[];
  model: string;
  key: string | undefined;
}

let server: Server | undefined;
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

/** A server that answers each call with the next item of `answers`, and repeats the last one. */
async function serve(
  answers: ((call: Call) => { status?: number; body: unknown })[],
): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString();
    });
    request.on("end", () => {
      const { input, model } = JSON.parse(body) as { input: string[]; model: string };
      const call = {
        url: request.url,
        headers: request.headers,
        texts: input,
        model,
        key: request.headers.authorization,
      };
      const answer = answers[Math.min(calls.push(call), answers.length) - 1]?.(call);
      response.writeHead(answer?.status ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer?.body));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, calls };
}

const vectors = ({ texts }: Call) => ({
  body: { data: texts.map((text, index) => ({ index, embedding: [text.length, 0, text.length] })) },
});

it("gives vectors of length one, in the order of the texts, in batches", async () => {
  const { url, calls } = await serve([vectors]);
  const embedder = createHttpEmbedder({ access: { kind: "openai", baseUrl: url, apiKey: "k" }, model: "m" });
  const made = await embedder.embed(
    Array.from({ length: 100 }, (_, index) => "x".repeat(index + 1)),
    { priority: "bulk" },
  );
  expect(made).toHaveLength(100);
  for (const vector of made) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  expect(calls.map((call) => call.texts.length)).toEqual([64, 36]);
  expect(calls[0]).toMatchObject({ model: "m", key: "Bearer k" });
});

it("asks once for a question that is asked twice", async () => {
  const { url, calls } = await serve([vectors]);
  const embedder = createHttpEmbedder({ access: { kind: "openai", baseUrl: url, apiKey: "none" }, model: "m" });
  await Promise.all([embedder.embed(["q"], { priority: "query" }), embedder.embed(["q"], { priority: "query" })]);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.key).toBe("Bearer none");
});

it("tries again after a refusal for the moment, and gives up on one that will stay", async () => {
  const busy = await serve([() => ({ status: 429, body: {} }), vectors]);
  const embedder = createHttpEmbedder({ access: { kind: "openai", baseUrl: busy.url, apiKey: "none" }, model: "m" });
  expect(await embedder.embed(["text"], { priority: "bulk" })).toHaveLength(1);
  await new Promise((resolve) => server?.close(resolve));
  const wrongKey = await serve([() => ({ status: 401, body: {} })]);
  const refused = createHttpEmbedder({ access: { kind: "openai", baseUrl: wrongKey.url, apiKey: "none" }, model: "m" });
  await expect(refused.embed(["text"], { priority: "bulk" })).rejects.toMatchObject({ code: "unavailable" });
  expect(wrongKey.calls).toHaveLength(1);
});

it.each([
  ["nonsense", { hello: "world" }],
  ["too few vectors", { data: [] }],
  ["a vector of zeros", { data: [{ index: 0, embedding: [0, 0] }] }],
])("refuses %s", async (_name, body) => {
  const { url } = await serve([() => ({ body })]);
  const embedder = createHttpEmbedder({ access: { kind: "openai", baseUrl: url, apiKey: "none" }, model: "m" });
  await expect(embedder.embed(["text"], { priority: "query" })).rejects.toMatchObject({ code: "unavailable" });
});

it("reaches a deployment of Azure with its key, as it is written", async () => {
  const { url, calls } = await serve([vectors]);
  const embedder = createEmbedder({
    provider: "azure",
    model: "my-embeddings",
    openaiApiKey: "of somebody else",
    openaiBaseUrl: "http://127.0.0.1:1/v1",
    azure: { endpoint: new URL(url).origin, apiKey: "azure-key", apiVersion: "2024-10-21" },
    ollamaBaseUrl: undefined,
  });
  const texts = Array.from({ length: 70 }, (_one, index) => `line\nline ${index}`);
  expect(await embedder.embed(texts, { priority: "bulk" })).toHaveLength(70);
  expect(calls.map(({ texts: sent }) => sent.length)).toEqual([64, 6]);
  expect(calls[0]).toMatchObject({
    url: "/openai/deployments/my-embeddings/embeddings?api-version=2024-10-21",
    headers: { "api-key": "azure-key" },
    key: undefined,
    texts: texts.slice(0, 64),
  });
});

it("is asked no more than three times, and stops when the server does", async () => {
  const broken = await serve([() => ({ status: 503, body: {} })]);
  const embedder = embedderOf(broken.url, "k");
  await expect(embedder.embed(["text"], { priority: "bulk" })).rejects.toMatchObject({ code: "unavailable" });
  expect(broken.calls).toHaveLength(3);
  await embedder.close();
  await expect(embedder.embed(["other"], { priority: "query" })).rejects.toMatchObject({ code: "unavailable" });
  expect(broken.calls).toHaveLength(3);
});

function embedderOf(url: string, apiKey: string) {
  return createHttpEmbedder({ access: { kind: "openai", baseUrl: url, apiKey }, model: "m" });
}
