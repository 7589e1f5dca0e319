import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AddDocumentRequest } from "../../../protocol/admin-documents.ts";
import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import { createLocalEmbedder } from "../../assistant/models/local/local-embedder.ts";
import { loadChunks, search } from "../../assistant/search/search.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import { type LibraryOptions, openLibrary, type TestLibrary } from "../../test/support/open-library.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { addDocument } from "../documents/add-document.ts";
import { deleteDocument, findDocument, listDocuments } from "../documents/documents.ts";
import { readPages } from "../documents/versions.ts";
import { waitForDocuments } from "../documents/wait-for-documents.ts";
import { insertSnippet } from "../store/snippets.ts";

let db: Database;
let tenants: { a: string; b: string };
let embeddings: EmbeddingPort;
let knowledge: TestLibrary;
const evicted: [tenant: string, document: string][] = [];

beforeAll(async () => {
  db = await openTestDatabase();
  tenants = await seedTwoTenants(db);
  embeddings = createLocalEmbedder({ threads: 1 });
  knowledge = open();
  await knowledge.startWorkers();
});
afterAll(async () => {
  await knowledge.close();
  await embeddings.close();
  await db.close();
});

function open(changed: Partial<LibraryOptions> = {}): TestLibrary {
  return openLibrary({ db, embeddings, evictDocument: async (...which) => void evicted.push(which), ...changed });
}

async function add(
  tenantId: string,
  request: Pick<AddDocumentRequest, "source" | "content"> & Partial<AddDocumentRequest>,
) {
  const id = await take(knowledge, tenantId, request);
  const [document] = await waitForDocuments(knowledge, tenantId, { ids: [id] });
  if (!document) throw new Error("no document came back");
  return document;
}

async function take(library: TestLibrary, tenantId: string, request: AddDocumentRequest): Promise<string> {
  const { document } = await addDocument(library, tenantId, request);
  if (!document) throw new Error("no document came back");
  return document.id;
}

const tables = [
  "document_files",
  "documents",
  "document_versions",
  "chunks",
  "chunk_terms",
  "chunk_words",
  "chunk_embeddings",
  "jobs",
];

async function countRows(tenantId: string): Promise<Record<string, number>> {
  return withTenant(db, tenantId, async (tx) => {
    const counts: Record<string, number> = {};
    for (const table of tables)
      counts[table] = (await tx.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? -1;
    return counts;
  });
}

describe("a document", () => {
  it("is found by its words and by its meaning, with the reasons", async () => {
    const document = await add(tenants.a, {
      source: "docs/refunds.md",
      content:
        "---\ntitle: Refunds\n---\n## Time limit\n\nYou can send a purchase back within 30 days and we return the money to your card.",
    });
    expect(document).toMatchObject({
      title: "Refunds",
      status: "ready",
      version: 1,
      chunks: 1,
      embedded: 1,
      pages: 1,
      coverage: 1,
      error: null,
    });

    const byWord = await search(knowledge, tenants.a, { question: "What is the time limit for a refund?" });
    expect(byWord.vectors).toBe(true);
    expect(byWord.results[0]).toMatchObject({
      document_id: document.id,
      title: "Refunds",
      source: "docs/refunds.md",
      heading: "Time limit",
    });
    expect(byWord.results[0]?.parts.bm25).toBeGreaterThan(0);
    expect(byWord.results[0]?.parts.coverage).toBeGreaterThan(0.5);

    const byMeaning = await search(knowledge, tenants.a, { question: "give a product back and be reimbursed" });
    expect(byMeaning.results[0]?.parts.vector).toBeGreaterThan(0.3);
  });

  it("is never found by another tenant", async () => {
    const marker = "zanzibarmarker";
    const document = await add(tenants.b, { source: "b.txt", content: `The secret word of tenant B is ${marker}.` });
    const own = await search(knowledge, tenants.b, { question: marker });
    expect(own.results).toHaveLength(1);
    const foreign = await search(knowledge, tenants.a, { question: `secret word of tenant B ${marker}` });
    expect(foreign.results.filter(({ text }) => text.includes(marker))).toEqual([]);
    const chunkIds = own.results.map(({ chunk_id }) => chunk_id);
    expect(await loadChunks(knowledge, tenants.b, chunkIds)).toHaveLength(1);
    expect(await loadChunks(knowledge, tenants.a, chunkIds)).toEqual([]);
    await expect(findDocument(knowledge, tenants.a, document.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteDocument(knowledge, tenants.a, document.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(readPages(knowledge, tenants.a, { documentId: document.id })).rejects.toMatchObject({
      code: "not_found",
    });
    const listed = await listDocuments(knowledge, tenants.a, { limit: 100 });
    expect(listed.items.filter(({ id }) => id === document.id)).toEqual([]);
    await deleteDocument(knowledge, tenants.b, document.id);
  });

  it("gets no new version from the same content, and a whole new one from other content", async () => {
    const source = "docs/shipping.md";
    const first = await add(tenants.a, {
      source,
      content: "# Shipping\n\nParcels travel by zeppelin and take nine days.",
    });
    const again = await add(tenants.a, {
      source,
      content: "# Shipping\n\nParcels travel by zeppelin and take nine days.",
    });
    expect(again).toEqual(first);
    const [old] = (await search(knowledge, tenants.a, { question: "zeppelin" })).results;
    evicted.length = 0;

    const second = await add(tenants.a, {
      source,
      content: "# Delivery\n\nParcels travel by submarine and take two days.",
    });
    expect(second).toMatchObject({ id: first.id, version: 2, title: "Delivery", status: "ready" });
    expect(evicted).toEqual([[tenants.a, first.id]]);
    expect(
      (await search(knowledge, tenants.a, { question: "zeppelin" })).results.filter(({ text }) =>
        text.includes("zeppelin"),
      ),
    ).toEqual([]);
    expect((await search(knowledge, tenants.a, { question: "submarine" })).results[0]?.text).toContain("submarine");
    // A citation from before the change can still be opened.
    expect(await loadChunks(knowledge, tenants.a, [old?.chunk_id ?? ""])).toHaveLength(1);
  });

  it("without text fails with a plain reason and leaves nothing to find", async () => {
    const before = await countRows(tenants.a);
    const document = await add(tenants.a, {
      source: "empty.html",
      content: "<!doctype html><html><body><script>var hidden = 1;</script></body></html>",
    });
    expect(document).toMatchObject({
      status: "failed",
      error: expect.stringContaining("No text was found"),
      chunks: 0,
    });
    const after = await countRows(tenants.a);
    expect(after["chunks"]).toBe(before["chunks"]);
    expect(after["chunk_terms"]).toBe(before["chunk_terms"]);
  });

  it("that fails keeps its last good version searchable", async () => {
    const source = "docs/warranty.md";
    await add(tenants.a, { source, content: "The warranty covers kaleidoscopes for two years." });
    const failed = await add(tenants.a, { source, content: "---\ntitle: Only a title\n---\n" });
    expect(failed).toMatchObject({ status: "failed", version: 2 });
    expect((await search(knowledge, tenants.a, { question: "kaleidoscopes" })).results[0]?.text).toContain(
      "kaleidoscopes",
    );
  });

  it("refuses what is not text", async () => {
    await expect(addDocument(knowledge, tenants.a, { source: "x", content: "a\u0000b" })).rejects.toMatchObject({
      code: "unprocessable_document",
    });
    await expect(addDocument(knowledge, tenants.a, { source: "x", content: "a\ud800b" })).rejects.toMatchObject({
      code: "unprocessable_document",
    });
    await expect(
      addDocument(knowledge, tenants.a, { source: "x", content: "a".repeat(5_000_001) }),
    ).rejects.toMatchObject({
      code: "payload_too_large",
    });
  });

  it("leaves no row behind when it is deleted", async () => {
    const before = await countRows(tenants.b);
    const source = "docs/gone.md";
    await add(tenants.b, { source, content: "Soon gone." });
    const document = await add(tenants.b, { source, content: "Soon gone, the second version." });
    evicted.length = 0;
    await deleteDocument(knowledge, tenants.b, document.id);
    expect(await countRows(tenants.b)).toEqual(before);
    expect(evicted).toEqual([[tenants.b, document.id]]);
  });

  it("made of a person's answer is found by its question", async () => {
    const [id, jobId] = [newId(), newId()];
    const snippet = { id, question: "Do you sell gift vouchers?", answer: "Yes, from 10 to 500 euros." };
    // Stores the snippet and its job in one transaction, as a resolution does. The job is found even when no worker is woken.
    await withTenant(db, tenants.a, async (tx) => {
      await insertSnippet(tx, { ...snippet, ticketId: null, owner: { id: "agent-1", name: "Ada" }, isLive: true });
      await insertJob(tx, { id: jobId, kind: "snippet", targetId: id, documentId: null });
    });
    await knowledge.queues.wake(tenants.a, { id: jobId, kind: "snippet", place: 1 });
    const result = await waitFor(async () =>
      (await search(knowledge, tenants.a, { question: "gift vouchers" })).results.find(({ text }) =>
        text.startsWith("Yes"),
      ),
    );
    expect(result).toMatchObject({ title: "Do you sell gift vouchers?", text: "Yes, from 10 to 500 euros." });
  });

  it("is found in a language without spaces", async () => {
    await add(tenants.a, { source: "zh.md", content: "# 退款\n\n您可以在三十天内申请退款，款项将退回原支付方式。" });
    const { results } = await search(knowledge, tenants.a, { question: "怎么申请退款？" });
    expect(results[0]).toMatchObject({ source: "zh.md" });
    expect(results[0]?.parts.bm25).toBeGreaterThan(0);
  });
});

describe("listing", () => {
  it("pages through every document once", async () => {
    const all = await listDocuments(knowledge, tenants.a, { limit: 100 });
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listDocuments(knowledge, tenants.a, { limit: 2, ...(cursor ? { cursor } : {}) });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(all.items.map(({ id }) => id));
    await expect(listDocuments(knowledge, tenants.a, { limit: 2, cursor: "' or 1=1" })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

describe("a worker that is lost", () => {
  const textOf = (parts: number) =>
    Array.from(
      { length: parts },
      (_, index) => `## Part ${index}\n\n${`Chapter ${index} explains the periscope. `.repeat(6)}`,
    ).join("\n\n");
  const longText = textOf(16);

  it("leaves a searchable document whose vectors the next one completes", async () => {
    const own = open();
    const id = await take(knowledge, tenants.a, { source: "long.md", content: textOf(48) });
    await waitFor(async () => (await findDocument(knowledge, tenants.a, id)).embedded > 0);
    await knowledge.close();
    const between = await findDocument(knowledge, tenants.a, id);
    expect(between.embedded).toBeLessThan(between.chunks);
    expect(between.status).toBe("searchable");
    await own.startWorkers();
    knowledge = own;
    const [document] = await waitForDocuments(own, tenants.a, { ids: [id] });
    expect(document).toMatchObject({ status: "ready", embedded: document?.chunks });
  });

  it("between the swap and the end repeats nothing", async () => {
    await knowledge.close();
    const first = open();
    const id = await take(first, tenants.b, { source: "twice.md", content: longText });
    await first.startWorkers();
    const [document] = await waitForDocuments(first, tenants.b, { ids: [id] });
    await first.close();
    // Simulates a process that ends directly after the replacement.
    await withTenant(db, tenants.b, async (tx) => {
      await tx.query("delete from jobs where document_id = $1", [id]);
      await tx.query(
        `insert into jobs (tenant_id, id, kind, target_id, document_id, status)
         select tenant_id, gen_random_uuid(), 'ingest', current_version_id, id, 'running' from documents where id = $1`,
        [id],
      );
      await tx.query("update documents set status = 'processing' where id = $1", [id]);
    });
    const second = open();
    await second.startWorkers();
    expect(await waitForDocuments(second, tenants.b, { ids: [id] })).toMatchObject([{ status: "ready" }]);
    const rows = await countRows(tenants.b);
    expect(rows["chunks"]).toBe(document?.chunks);
    expect(rows["chunk_terms"]).toBe(document?.chunks);
    await deleteDocument(second, tenants.b, id);
    await second.close();
    knowledge = open();
    await knowledge.startWorkers();
  });

  it("in the middle of the swap leaves nothing of the new version", async () => {
    await knowledge.close();
    let breakdowns = 0;
    const query = async () => {
      breakdowns += 1;
      throw new Error("connection lost");
    };
    const connect = async () => {
      const client = await db.pool.connect();
      const real = client.query.bind(client);
      return new Proxy(client, {
        get: (target, name) =>
          name === "query"
            ? (text: string, params?: unknown[]) =>
                text.includes("insert into chunk_terms") ? query() : real(text, params)
            : Reflect.get(target, name, target),
      });
    };
    const broken = open({
      db: {
        ...db,
        pool: new Proxy(db.pool, {
          get: (pool, name) => (name === "connect" ? connect : Reflect.get(pool, name, pool)),
        }),
      },
    });
    await broken.startWorkers();
    const id = await take(broken, tenants.b, { source: "broken.md", content: longText });
    const [document] = await waitForDocuments(broken, tenants.b, { ids: [id] });
    expect(document).toMatchObject({ status: "failed", chunks: 0 });
    expect(breakdowns).toBe(3);
    expect(await countRows(tenants.b)).toMatchObject({ chunks: 0, chunk_terms: 0, chunk_embeddings: 0 });
    await broken.close();
    knowledge = open();
    await knowledge.startWorkers();
    // Adding the same content again retries it, because the last attempt failed.
    expect(await add(tenants.b, { source: "broken.md", content: longText })).toMatchObject({
      id,
      status: "ready",
      version: 1,
    });
  });

  it("before it took the job is made good by the rows at the next start", async () => {
    await knowledge.close();
    const deaf = open();
    await deaf.close();
    const id = await take(deaf, tenants.b, { source: "unheard.md", content: "Nobody heard of this walrus." });
    knowledge = open();
    await knowledge.startWorkers();
    expect((await waitForDocuments(knowledge, tenants.b, { ids: [id] }))[0]).toMatchObject({ status: "ready" });
  });
});

describe("an embedding model that fails", () => {
  it("leaves the document found by its words, and says so", async () => {
    await knowledge.close();
    const without: EmbeddingPort = {
      ...embeddings,
      model: "none",
      embed: async () => Promise.reject(new Error("no model")),
      close: async () => {},
    };
    const crippled = open({ embeddings: without });
    await crippled.startWorkers();
    const id = await take(crippled, tenants.b, {
      source: "words.md",
      content: "Only the word hippogriff leads here.",
    });
    const document = await waitFor(async () => {
      const found = await findDocument(crippled, tenants.b, id);
      return found.error === null ? undefined : found;
    });
    expect(document).toMatchObject({ status: "searchable", embedded: 0 });
    const outcome = await search(crippled, tenants.b, { question: "hippogriff" });
    expect(outcome).toMatchObject({ vectors: false });
    expect(outcome.results[0]?.text).toContain("hippogriff");
    await crippled.close();
    knowledge = open();
  });
});
