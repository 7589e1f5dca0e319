import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type {
  CopilotAnswer,
  CopilotConversation,
  CopilotMentions,
  CopilotMenu,
} from "../../../protocol/copilot-conversations.ts";
import { newId } from "../../core/ids.ts";
import { FileParser } from "../../knowledge/reading/parsers/file-parser.ts";
import { seedDocuments } from "../../test/support/copilot.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { startWebSite, testNetwork, type WebSite } from "../../test/support/web-site.ts";
import { createWeb } from "../../wiring/conversations.ts";

/** The copilot with web search, over HTTP. The search engine and the pages are servers on this machine, requested like public ones. */
let test: TestHttp;
let site: WebSite;
let engine: Server;
let parser: FileParser;
/** Queries that the engine received, and its response: pages or an error. */
let queries: string[] = [];
let hits: { title: string; url: string; content: string }[] | "out of order" = [];

const page = `<!doctype html><html><head><title>Taxes</title></head><body><main><h1>VAT in Spain</h1>
<p>The general rate of VAT in Spain is 21 percent since September 2012.</p></main></body></html>`;

beforeAll(async () => {
  test = await startTestHttp();
  await seedDocuments(test.db, test.a.tenant_id, [
    { title: "Shipping policy", versions: [["Parcels leave the warehouse within two days of the order."]] },
  ]);
  parser = new FileParser();
  site = await startWebSite({ "/vat": page });
  engine = createServer((request, response) => {
    queries.push(new URL(request.url ?? "", "http://engine.test").searchParams.get("q") ?? "");
    if (hits === "out of order") response.writeHead(503).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results: hits }));
  });
  await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
  const { port } = engine.address() as AddressInfo; // it listens on a port
  test.ctx.copilot.web = createWeb(
    { provider: "searxng", url: `http://127.0.0.1:${port}/search`, apiKey: undefined },
    { parser, network: testNetwork({ "intranet.test": ["10.0.0.7"] }), limits: { ports: "any" } },
  );
}, 120_000);
afterAll(async () => {
  engine.closeAllConnections();
  await new Promise((resolve) => engine.close(resolve));
  await parser[Symbol.asyncDispose]();
  await site.close();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => {
  queries = [];
  site.asked.length = 0;
  hits = [{ title: "VAT in Spain", url: site.url("/vat"), content: "The rate of VAT in Spain is told by the engine." }];
});

async function call<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${test.url}/api/v1/admin/copilot${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${test.a.api_key}`, "content-type": "application/json", connection: "close" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T; // as the protocol has it
}

async function settled(id: string) {
  const newest = async () => (await call<CopilotConversation>(`/conversations/${id}`)).messages.at(-1);
  await expect.poll(async () => (await newest())?.state, { interval: 20, timeout: 20_000 }).not.toBe("running");
  const message = await newest();
  if (!message) throw new Error("nothing was said");
  return message;
}

async function ask(text: string, mentions: CopilotMentions = {}) {
  const { id } = await call<{ id: string }>("/conversations", {});
  await call(`/conversations/${id}/messages`, { id: newId(), text, mentions });
  const message = await settled(id);
  return { id, message, question: message.questions.find(({ answered }) => answered === null)?.question };
}

async function answer({ id, message, question }: Awaited<ReturnType<typeof ask>>, given: CopilotAnswer) {
  await call(`/conversations/${id}/messages/${message.id}/answer`, { question_id: question?.id, answer: given });
  return settled(id);
}

const vat = "What is the general rate of VAT in Spain?";

describe("a question to the web", () => {
  it("is offered in the menu", async () => {
    expect((await call<CopilotMenu>("/menu")).has_web).toBe(true);
  });

  it("is answered from a page, which is quoted letter for letter and told apart from documents", async () => {
    const { message } = await ask(`@web ${vat}`, { action: "inquire", web: true });
    expect(queries).toEqual([vat]);
    expect(site.asked).toEqual(["/vat"]);
    expect(message.body?.result).toMatchObject({ answer: expect.stringContaining("21 percent") });
    expect(message.body?.excerpts[0]).toMatchObject({
      is_web: true,
      chunk_id: null,
      document_id: null,
      version_id: null,
      title: "VAT in Spain",
      url: site.url("/vat"),
      text: "The general rate of VAT in Spain is 21 percent since September 2012.",
    });
  });

  it("without a model is one only where the person says so, whatever time the words speak of", async () => {
    await ask("What is the general rate of VAT in Spain today?", { action: "inquire" });
    expect(queries).toEqual([]);
  });

  it("is offered when the documents know nothing, and asked once: what the web does not know either is said", async () => {
    const asked = await ask(vat, { action: "inquire" });
    expect(queries).toEqual([]);
    expect(asked.question).toMatchObject({ type: "low_retrieval", options: ["tag_documents", "search_web", "go_on"] });
    hits = [];
    const message = await answer(asked, { type: "search_web" });
    expect(queries).toEqual([vat]);
    const again = message.questions.find(({ answered }) => answered === null)?.question;
    expect(again).toMatchObject({
      options: ["tag_documents", "go_on"],
      prompt: "I found nothing about this in the documents or on the web.",
    });
  });

  it("takes what the engine shows where a page is not to be had, and never asks a private address", async () => {
    hits = [
      {
        title: "Intranet",
        url: "http://intranet.test/vat",
        content: "The general rate of VAT in Spain is 21 percent.",
      },
    ];
    const { message } = await ask(vat, { action: "inquire", web: true });
    expect(site.asked).toEqual([]);
    expect(message.body?.excerpts[0]).toMatchObject({ is_web: true, text: hits[0]?.content });
  });

  it("says when the engine is out of order, may be tried again, and leaves what the documents say", async () => {
    hits = "out of order";
    const failed = await ask(vat, { action: "inquire", web: true });
    expect(failed.question).toMatchObject({
      options: ["tag_documents", "search_web", "go_on"],
      prompt: "I found nothing about this in the documents, and web search is not available right now.",
    });
    const { documents } = await call<CopilotMenu>("/menu");
    const tagged = [documents[0]?.version_id ?? ""];
    const asked = await ask("When do parcels leave?", { action: "inquire", web: true, documents: tagged });
    const message = asked.question ? await answer(asked, { type: "go_on" }) : asked.message;
    expect(message.body?.excerpts[0]).toMatchObject({ is_web: false, title: "Shipping policy" });
  });

  it("goes there where a model judges so, with the query that it writes", async () => {
    const { workersFor } = test.ctx.copilot;
    test.ctx.copilot.workersFor = (asked) => ({
      ...workersFor(asked),
      intent: { classify: async () => ({ actions: [{ action: "inquire", confidence: 0.95 }], web: true }) },
      writeWebQuery: async () => "VAT rate Spain",
    });
    try {
      const { message } = await ask("What do they take in Madrid, customer #8812309?");
      expect(queries).toEqual(["VAT rate Spain"]);
      expect(message.action).toBe("inquire");
    } finally {
      test.ctx.copilot.workersFor = workersFor;
    }
  });

  it("is none of a comparison's", async () => {
    await ask("compare the shipping policy with VAT in Spain today", { action: "compare", web: true });
    expect(queries).toEqual([]);
  });
});
