import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createHttpWebSearch, type HttpWebSearchOptions } from "./http-web-search.ts";

interface Asked {
  method: string | undefined;
  path: URL;
  headers: IncomingMessage["headers"];
  body: string;
}

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A search engine with a fixed response; without one it never responds. */
async function serve(answer: { status?: number; body: string } | undefined) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer); // a request is read as bytes
    const path = new URL(request.url ?? "", "http://engine.test");
    asked.push({ method: request.method, path, headers: request.headers, body: Buffer.concat(parts).toString() });
    if (answer) response.writeHead(answer.status ?? 200, { "content-type": "application/json" }).end(answer.body);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`, asked };
}

type Provider = HttpWebSearchOptions["provider"];
const ask = (provider: Provider, url: string, { query = "vat in spain", timeoutMs = 5_000 } = {}) =>
  createHttpWebSearch({ provider, url, apiKey: "k-1", timeoutMs }).search(query, {
    limit: 2,
    signal: new AbortController().signal,
  });

const found = [
  { title: "VAT", url: "https://tax.example/vat", text: "21 percent" },
  { title: "", url: "http://news.example/a", text: "" },
  { title: "again", url: "https://tax.example/vat", text: "the same page" },
  { title: "mail", url: "mailto:a@b.example", text: "no page" },
  { title: "third", url: "https://third.example/", text: "one too many" },
];
const answers: Record<Provider, string> = {
  tavily: JSON.stringify({ results: found.map(({ text, ...each }) => ({ ...each, content: text, score: 0.5 })) }),
  brave: JSON.stringify({
    web: {
      results: found.map(({ text, ...each }) => ({ ...each, description: text.replace("21", "<strong>21</strong>") })),
    },
  }),
  searxng: JSON.stringify({ query: "q", results: found.map(({ text, ...each }) => ({ ...each, content: text })) }),
};

describe.each(["tavily", "brave", "searxng"] as const)("%s", (provider) => {
  it("is asked as its API says, and gives each page once", async () => {
    const { url, asked } = await serve({ body: answers[provider] });
    expect(await ask(provider, url)).toEqual([
      { title: "VAT", url: "https://tax.example/vat", snippet: "21 percent" },
      { title: "http://news.example/a", url: "http://news.example/a", snippet: "" },
    ]);
    const [request] = asked;
    if (provider === "tavily") {
      expect(request).toMatchObject({ method: "POST", headers: { authorization: "Bearer k-1" } });
      expect(JSON.parse(request?.body ?? "")).toMatchObject({ query: "vat in spain", max_results: 2 });
    } else {
      expect(request?.method).toBe("GET");
      expect(request?.path.searchParams.get("q")).toBe("vat in spain");
    }
    if (provider === "brave") expect(request?.headers["x-subscription-token"]).toBe("k-1");
    if (provider === "searxng") expect(request?.path.searchParams.get("format")).toBe("json");
  });

  it.each([
    ["an error", { status: 429, body: "{}" }, /429/],
    ["no JSON", { body: "<html>" }, /JSON|token/i],
    ["another shape", { body: JSON.stringify({ results: 1, web: { results: 1 } }) }, /./],
    ["far too much", { body: `"${"x".repeat(1_100_000)}"` }, /too long/],
  ])("fails on %s", async (_name, answer, message) => {
    const { url } = await serve(answer);
    await expect(ask(provider, url)).rejects.toThrow(message);
  });

  it("gives up when the engine is late", async () => {
    const { url } = await serve(undefined);
    await expect(ask(provider, url, { timeoutMs: 50 })).rejects.toThrow(/timeout/i);
  });
});

it("sends no more of a long question than engines take", async () => {
  const { url, asked } = await serve({ body: answers.searxng });
  await ask("searxng", url, { query: "word ".repeat(500) });
  const sent = asked[0]?.path.searchParams.get("q") ?? "";
  expect(sent.split(" ").length).toBe(48);
  expect(sent.length).toBeLessThanOrEqual(380);
});
