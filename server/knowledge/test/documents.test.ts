import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditItem } from "../../../protocol/admin-audit.ts";
import type { AddDocumentResponse, DocumentPages, DocumentView, JobView } from "../../../protocol/admin-documents.ts";
import type { DocumentSet } from "../../../protocol/admin-sets.ts";
import type { ComparedVersions, DocumentVersionView } from "../../../protocol/document-versions.ts";
import type { SitePreview, SiteView } from "../../../protocol/refresh.ts";
import { MemoryCacheStore } from "../../assistant/cache/memory-store.ts";
import { RedisCacheStore } from "../../assistant/cache/redis-store.ts";
import { createSemanticCache } from "../../assistant/cache/semantic-cache.ts";
import type { CacheStore } from "../../assistant/cache/store.ts";
import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import { search } from "../../assistant/search/search.ts";
import { withTenant } from "../../database/transaction.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { makeDocx } from "../../test/support/make-docx.ts";
import { makePdf } from "../../test/support/make-pdf.ts";
import { openLibrary, type TestLibrary } from "../../test/support/open-library.ts";
import { redisUnavailable, startRedisServer } from "../../test/support/redis-server.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { startWebSite, testNetwork, type WebSite } from "../../test/support/web-site.ts";
import { addDocument } from "../documents/add-document.ts";
import { listDocumentVersions } from "../documents/versions.ts";
import { waitForDocuments } from "../documents/wait-for-documents.ts";
import { queueDueRefreshes } from "../documents/watch-refreshes.ts";

for (const reason of [redisUnavailable()]) if (reason) console.warn(`skipped in part: ${reason}`);

let test: TestHttp;
let knowledge: TestLibrary;
let site: WebSite;
const changed: string[] = [];
/** Set by tests that have a cache. */
let onChange: (tenantId: string, documentId: string) => Promise<void> = async () => {};
/** The current text of the site's changing page. */
let news = "";
/** The responses of a page that is fetched again, its site's robots.txt, and the address that its host name resolves to. */
const live = { status: 200, etag: "", noise: "", text: "", robots: "", leadsTo: "127.0.0.1" };
/** The pages that a second sitemap lists, with their texts. */
let shelf: string[] = [];

const quickVectors = {
  model: "quick",
  // Vectors without meaning, so that only the search terms decide.
  embed: async (texts: string[]) =>
    texts.map((text) => Float32Array.from(createHash("sha256").update(text).digest(), (byte) => byte - 127.5)),
  close: async () => {},
} as unknown as EmbeddingPort; // all that ingestion asks for

beforeAll(async () => {
  const html = (text: string) => `<html><body><main><h1>News</h1><p>${text}</p></main></body></html>`;
  site = await startWebSite({
    "/news.html": (_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end(html(news)),
    "/one.html": html("The first page tells of xylophones."),
    "/gone.html": (_request, response) => void response.writeHead(410).end("gone"),
    "/returns/": `<head><link rel="canonical" href="/returns/"></head>${html("Send it back with the ocarina.")}`,
    "/returns": (_request, response) => void response.writeHead(301, { location: "/returns/" }).end(),
    "/old-returns": '<meta http-equiv="refresh" content="0; url=/returns/"><title>Redirecting</title>',
    "/wall": '<title>Wall</title><div class="cookie-consent-banner"><p>We value your privacy.</p></div>',
    "/robots.txt": (_request, response) => void response.end(live.robots),
    "/live.html": (request, response) => {
      if (live.etag && request.headers["if-none-match"] === live.etag) return void response.writeHead(304).end();
      const tag = live.etag ? { etag: live.etag } : {};
      response.writeHead(live.status, { "content-type": "text/html", ...tag });
      response.end(`<!-- ${live.noise} -->${html(live.text)}`);
    },
    "/shelf.xml": (_request, response) => {
      const urls = shelf.map((path) => `<url><loc>${site.url(path)}</loc></url>`);
      response.writeHead(200, { "content-type": "application/xml" }).end(`<urlset>${urls.join("")}</urlset>`);
    },
    ...Object.fromEntries(
      ["/help/a", "/help/b", "/help/new", "/blog/one", "/blog/two"].map((path) => [path, html(`This is ${path}.`)]),
    ),
    "/sitemap.xml": (_request, response) => {
      const urls = ["/one.html", "/gone.html", "/news.html"].map((path) => `<url><loc>${site.url(path)}</loc></url>`);
      response.writeHead(200, { "content-type": "application/xml" }).end(`<urlset>${urls.join("")}</urlset>`);
    },
  });
  test = await startTestHttp({
    rules: {},
    library: async (db) => {
      knowledge = openLibrary({
        db,
        embeddings: quickVectors,
        fetching: {
          network: testNetwork({ "live.test": () => [live.leadsTo] }),
          limits: { ports: [site.port] },
          crawl: { delayMs: 1 },
        },
        evictDocument: async (tenantId, documentId) => {
          changed.push(documentId);
          await onChange(tenantId, documentId);
        },
      });
      await knowledge.startWorkers();
      return knowledge;
    },
  });
});
afterAll(async () => {
  await knowledge.close();
  await site.close();
  await test[Symbol.asyncDispose]();
});

interface Answer<T> {
  status: number;
  body: T;
}

async function call<T>(method: string, path: string, body?: unknown, key = test.a.api_key): Promise<Answer<T>> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${test.url}/api/v1/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

async function settled(id: string): Promise<DocumentView> {
  const [document] = await waitForDocuments(knowledge, test.a.tenant_id, { ids: [id] });
  if (!document) throw new Error("no document came back");
  return document;
}

async function add(request: object): Promise<DocumentView> {
  const { status, body } = await call<AddDocumentResponse>("POST", "/documents", request);
  expect(status, JSON.stringify(body)).toBe(202);
  return settled(body.document?.id ?? "");
}

function form(files: [name: string, bytes: Uint8Array | string, type?: string][], fields: Record<string, string> = {}) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, bytes, type] of files)
    data.append(
      "file",
      new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], type === undefined ? {} : { type }),
      name,
    );
  return data;
}

/** The results of a search for a question. */
async function found(question: string): Promise<string[]> {
  const { results } = await search(knowledge, test.a.tenant_id, { question: question });
  return results
    .filter(({ parts }) => (parts["bm25"] ?? 0) > 0)
    .map(({ title, heading, text }) => [title, heading, text].join("\n"));
}

describe("an upload", () => {
  it("takes files of every kind and says what each of them is", async () => {
    const pdf = makePdf([
      [{ x: 60, y: 80, text: "Walruses are served on page one of this file." }],
      [{ x: 60, y: 80, text: "Page two is about narwhals." }],
    ]);
    const docx = await makeDocx("<w:p><w:r><w:t>The word file tells of okapis.</w:t></w:r></w:p>");
    const { status, body } = await call<AddDocumentResponse>(
      "POST",
      "/documents",
      form(
        [
          ["animals.pdf", pdf, "application/pdf"],
          ["C:\\files\\okapi.docx", docx],
          ["faq.csv", "question,answer\nHow heavy is a quagga?,About 300 kilograms.\n", "text/csv"],
          [
            "page.html",
            "<!doctype html><html><body><h1>Tapirs</h1><p>Tapirs swim well.</p></body></html>",
            "text/html",
          ],
          ["notes.md", "# Notes\n\nThe aardvark digs.", "text/plain"],
          ["plain.txt", "The pangolin rolls up."],
        ],
        {
          set: "Zoo",
          kind: "regulation",
          locale: "en-GB",
          audience: "public",
          valid_from: "2026-01-01",
          valid_until: "2030-01-01",
        },
      ),
    );
    expect(status, JSON.stringify(body)).toBe(202);
    expect(body.documents.map(({ source }) => source)).toEqual([
      "animals.pdf",
      "okapi.docx",
      "faq.csv",
      "page.html",
      "notes.md",
      "plain.txt",
    ]);
    expect(body.document?.id).toBe(body.documents[0]?.id);
    const documents = await waitForDocuments(knowledge, test.a.tenant_id, { ids: body.documents.map(({ id }) => id) });
    for (const document of documents) {
      expect(document).toMatchObject({ status: "ready", progress: 1, set: "Zoo", kind: "regulation", locale: "en-GB" });
      expect(document.valid_until).toBe("2030-01-01T00:00:00.000Z");
    }
    expect(documents[0]).toMatchObject({ pages: 2, coverage: 1 });
    const formats = await Promise.all(
      documents.map(async ({ id }) => (await listDocumentVersions(knowledge, test.a.tenant_id, id))[0]?.format),
    );
    expect(formats).toEqual(["pdf", "docx", "csv", "html", "markdown", "text"]);
    for (const animal of ["narwhals", "okapis", "quagga", "tapirs", "aardvark", "pangolin"])
      expect((await found(animal)).join().toLowerCase(), animal).toContain(animal);
  });

  it("shows its text page by page", async () => {
    const pdf = makePdf([
      [{ x: 60, y: 80, text: "First page of the cassowary file." }],
      [{ x: 60, y: 80, text: "Second page, about emus." }],
    ]);
    const { body } = await call<AddDocumentResponse>("POST", "/documents", form([["birds.pdf", pdf]]));
    const { id } = await settled(body.document?.id ?? "");
    const pages = await call<DocumentPages>("GET", `/documents/${id}/pages`);
    expect(pages.body).toMatchObject({ document_id: id, version: 1, coverage: 1, notes: [] });
    expect(pages.body.pages.map(({ page, text }) => [page, text.includes("cassowary"), text.includes("emus")])).toEqual(
      [
        [1, true, false],
        [2, false, true],
      ],
    );
  });

  it("that cannot be read becomes a failed document with a reason, never an empty one", async () => {
    const { status, body } = await call<AddDocumentResponse>(
      "POST",
      "/documents",
      form([
        ["picture.pdf", "this is no PDF at all"],
        [
          "image.png",
          Buffer.from(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
            "base64",
          ),
        ],
        ["blank.html", "<!doctype html><html><body><script>1</script></body></html>"],
      ]),
    );
    expect(status).toBe(202);
    const documents = await waitForDocuments(knowledge, test.a.tenant_id, { ids: body.documents.map(({ id }) => id) });
    expect(documents.map(({ status: each, chunks }) => [each, chunks])).toEqual(Array(3).fill(["failed", 0]));
    expect(documents.map(({ error }) => error)).toEqual([
      expect.stringContaining("its content is not"),
      expect.stringContaining("PNG"),
      expect.stringContaining("No text was found"),
    ]);
    const parked = await call<{ items: JobView[] }>("GET", "/jobs?status=failed");
    expect(parked.body.items.map(({ document_id }) => document_id)).toEqual(
      expect.arrayContaining(documents.map(({ id }) => id)),
    );
  });

  it.each([
    ["no file", () => form([], { set: "x" }), 400],
    ["an empty file", () => form([["empty.txt", ""]]), 422],
    ["an unknown field", () => form([["a.txt", "a"]], { colour: "red" }), 400],
    [
      "a title for two files",
      () =>
        form(
          [
            ["a.txt", "a"],
            ["b.txt", "b"],
          ],
          { title: "T" },
        ),
      400,
    ],
    [
      "a period that ends before it begins",
      () => form([["a.txt", "a"]], { valid_from: "2026-02-01", valid_until: "2026-01-01" }),
      400,
    ],
    ["a file of more than 50 MB", () => form([["a.txt", new Uint8Array(50 * 1024 * 1024 + 1)]]), 413],
    ["a document to replace that is not there", () => form([["a.txt", "a"]], { replace: crypto.randomUUID() }), 404],
  ])("with %s is refused", async (_name, make, status) => {
    const answer = await call<{ error: { code: string } }>("POST", "/documents", make());
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  });

  it("that is broken off or no form at all is refused", async () => {
    for (const [type, body] of [
      ["multipart/form-data", "x"],
      [
        "multipart/form-data; boundary=abc",
        '--abc\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ncut',
      ],
      ["multipart/form-data; boundary=abc", "nothing of the kind"],
    ] as const) {
      const response = await fetch(`${test.url}/api/v1/admin/documents`, {
        method: "POST",
        headers: { authorization: `Bearer ${test.a.api_key}`, "content-type": type },
        body,
      });
      expect(response.status, body).toBe(400);
    }
  });
});

describe("versions", () => {
  const old = "# Returns\n\nYou can return goods within 14 days.\n\nShipping back is free.\n\nAsk the zebra desk.";
  const young = "# Returns\n\nYou can return goods within 30 days.\n\nShipping back is free.\n\nAsk the giraffe desk.";

  it("are listed, compared and restored; what is not restored is not found", async () => {
    const source = "policies/returns.md";
    const first = await add({ source, content: old });
    const again = await add({ source, content: old });
    expect(again).toMatchObject({ id: first.id, version: 1 });
    const second = await add({ source, content: young });
    expect(second).toMatchObject({ id: first.id, version: 2, served_version: 2 });

    const versions = await call<{ items: DocumentVersionView[] }>("GET", `/documents/${first.id}/versions`);
    expect(versions.body.items.map(({ version, is_current }) => [version, is_current])).toEqual([
      [2, true],
      [1, false],
    ]);
    for (const path of ["2/compare", "2/compare?with=1", "1/compare?with=2"]) {
      const compared = await call<ComparedVersions>("GET", `/documents/${first.id}/versions/${path}`);
      expect(compared.body).toMatchObject({ older: 1, newer: 2, added: 2, removed: 2, unchanged: 2 });
      expect(compared.body.changes.filter(({ type }) => type === "removed").map(({ text }) => text)).toEqual([
        "You can return goods within 14 days.",
        "Ask the zebra desk.",
      ]);
    }
    expect((await found("zebra desk")).join()).not.toContain("zebra");

    changed.length = 0;
    const restored = await call<{ document: DocumentView }>("POST", `/documents/${first.id}/versions/1/restore`);
    expect(restored).toMatchObject({ status: 200, body: { document: { version: 1, served_version: 1 } } });
    expect(changed).toContain(first.id);
    expect((await found("zebra desk")).join()).toContain("zebra");
    expect((await found("giraffe desk")).join()).not.toContain("giraffe");
    expect(await settled(first.id)).toMatchObject({
      status: "ready",
      version: 1,
      embedded: restored.body.document.chunks,
    });
    // The current content creates no new version; any other content does.
    expect(await add({ source, content: old })).toMatchObject({ version: 1 });
    expect(await add({ source, content: young })).toMatchObject({ version: 3, served_version: 3 });
  });

  it("of what is not there are not found, and what was never read cannot be restored", async () => {
    const { id } = await add({ source: "policies/short.md", content: "Only one version." });
    for (const path of [
      `/documents/${id}/versions/2/compare`,
      `/documents/${id}/versions/x/compare`,
      `/documents/${id}/pages?version=9`,
    ])
      expect((await call("GET", path)).status, path).toBe(404);
    expect((await call("POST", `/documents/${id}/versions/7/restore`)).status).toBe(404);
    expect((await call("GET", `/documents/${id}/versions`, undefined, test.b.api_key)).status).toBe(404);
    expect((await call("POST", `/documents/${id}/versions/1/restore`, undefined, test.b.api_key)).status).toBe(404);
    await add({ source: "policies/short.md", content: "---\ntitle: Nothing else\n---\n" });
    expect(await settled(id)).toMatchObject({ status: "failed", version: 2, served_version: 1 });
    expect((await call("POST", `/documents/${id}/versions/2/restore`)).status).toBe(409);
    const back = await call<{ document: DocumentView }>("POST", `/documents/${id}/versions/1/restore`);
    expect(back.body.document).toMatchObject({ status: "ready", version: 1, error: null });
  });

  it("can come from another source", async () => {
    const first = await add({ source: "handbook-2025.md", content: "The handbook of the manatee." });
    const { body } = await call<AddDocumentResponse>(
      "POST",
      "/documents",
      form([["handbook-2026.md", "The handbook of the dugong."]], { replace: first.id }),
    );
    expect(await settled(body.document?.id ?? "")).toMatchObject({
      id: first.id,
      source: "handbook-2025.md",
      version: 2,
    });
  });
});

describe("what is said about a document", () => {
  it("is given when it is added, changed later, and kept when it is added again", async () => {
    const source = "terms.md";
    const content = "The terms of the wombat club.";
    const first = await add({
      source,
      content,
      title: "Terms",
      set: "Legal",
      kind: "policy",
      locale: "en",
      audience: "internal",
    });
    expect(first).toMatchObject({
      title: "Terms",
      set: "Legal",
      kind: "policy",
      audience: "internal",
      valid_from: null,
    });
    changed.length = 0;
    const patched = await call<DocumentView>("PATCH", `/documents/${first.id}`, {
      title: "Terms of the burrow",
      audience: "public",
      valid_until: "2031-05-01T00:00:00+02:00",
    });
    expect(patched.body).toMatchObject({
      title: "Terms of the burrow",
      audience: "public",
      set: "Legal",
      valid_until: "2031-04-30T22:00:00.000Z",
      version: 1,
    });
    expect(changed).toEqual([first.id]);
    expect(await found("burrow")).toHaveLength(1);
    await call("PATCH", `/documents/${first.id}`, { audience: "public" });
    expect(changed).toEqual([first.id]);

    const again = await add({ source, content: `${content} Version two.` });
    expect(again).toMatchObject({ title: "Terms of the burrow", set: "Legal", kind: "policy", version: 2 });
    const { items } = (await call<{ items: AuditItem[] }>("GET", "/audit?action=document.change")).body;
    expect(items[0]?.target).toEqual({ kind: "document", id: first.id, name: "Terms of the burrow" });
    const cleared = await call<DocumentView>("PATCH", `/documents/${first.id}`, { set: null, valid_until: null });
    expect(cleared.body).toMatchObject({ set: null, valid_until: null });
  });

  it.each([
    [{ locale: "English please" }],
    [{ valid_from: "yesterday" }],
    [{ valid_from: "2026-02-01", valid_until: "2026-01-01" }],
    [{ url: "javascript:alert(1)" }],
    [{ colour: "red" }],
    [{ title: "" }],
  ])("is refused when it is %j", async (change) => {
    const { id } = await add({ source: "stable.md", content: "Stable text." });
    expect((await call("PATCH", `/documents/${id}`, change)).status).toBe(400);
    expect((await call("PATCH", `/documents/${id}`, { title: "Mine" }, test.b.api_key)).status).toBe(404);
  });
});

describe("a set", () => {
  it("counts as much as its tenant says, and only there", async () => {
    await add({ source: "set-terms.md", content: "Quokkas may be fed.", set: "Terms & more" });
    await add({ source: "set-blog.md", content: "Quokkas may be fed.", set: "Blog" });
    const path = `/sets/${encodeURIComponent("Terms & more")}`;
    expect(await call("PATCH", path, { boost: 0.4 })).toEqual({
      status: 200,
      body: { name: "Terms & more", documents: 1, boost: 0.4, color: "grey" },
    });
    const { body } = await call<{ items: DocumentSet[] }>("GET", "/sets");
    expect(body.items).toContainEqual({ name: "Terms & more", documents: 1, boost: 0.4, color: "grey" });
    expect(body.items).toContainEqual({ name: "Blog", documents: 1, boost: 0, color: "grey" });
    const { results } = await search(knowledge, test.a.tenant_id, { question: "May quokkas be fed?" });
    expect(results[0]).toMatchObject({ source: "set-terms.md", parts: { set: 0.4 } });
    for (const [change, status] of [
      [{ boost: 0.6 }, 400],
      [{}, 400],
      [{ boost: 0.1, name: "" }, 400],
      [{ boost: 0.1, rank: 1 }, 400],
    ] as const) {
      expect((await call("PATCH", path, change)).status).toBe(status);
    }
    expect((await call("PATCH", "/sets/Nowhere", { boost: 0.1 })).status).toBe(404);
    expect((await call("PATCH", path, {})).status).toBe(400);
    expect((await call("PATCH", path, { boost: 0.1 }, test.b.api_key)).status).toBe(404);
  });

  it("is made, coloured, renamed with its documents and deleted without them; a name is one set's", async () => {
    const made = await call<DocumentSet>("POST", "/sets", { name: " Plants ", color: "green" });
    expect(made).toMatchObject({ status: 201, body: { name: "Plants", color: "green", documents: 0, boost: 0 } });
    expect((await call("POST", "/sets", { name: "Plants" })).status).toBe(409);
    expect((await call("POST", "/sets", { name: "x", color: "mauve" })).status).toBe(400);
    const fern = await add({ source: "fern.md", content: "Ferns like shade.", set: "Plants", kind: "regulation" });
    await add({ source: "moss.md", content: "Moss likes shade.", set: "Mosses" });
    expect((await call("PATCH", "/sets/Plants", { name: "Mosses" })).status).toBe(409);
    const renamed = await call<DocumentSet>("PATCH", "/sets/Plants", { name: "Green things", color: "teal" });
    expect(renamed.body).toMatchObject({ name: "Green things", color: "teal", boost: 0 });
    expect((await call("PATCH", "/sets/Plants", { color: "red" })).status).toBe(404);
    const inSet = await call<{ items: DocumentView[] }>("GET", "/documents?set=Green%20things&kind=regulation&q=FERN");
    expect(inSet.body.items.map(({ id }) => id)).toEqual([fern.id]);
    expect((await call<{ items: DocumentView[] }>("GET", "/documents?kind=regulation&q=100%25")).body.items).toEqual(
      [],
    );
    for (const [method, path, body] of [
      ["PATCH", "/sets/Green%20things", { color: "red" }],
      ["DELETE", "/sets/Green%20things", undefined],
    ] as const)
      expect((await call(method, path, body, test.b.api_key)).status).toBe(404);
    expect((await call("DELETE", "/sets/Green%20things")).status).toBe(200);
    expect((await call<DocumentView>("GET", `/documents/${fern.id}`)).body.set).toBeNull();
    expect((await found("ferns")).length).toBe(1);
  });
});

describe("a page by its address", () => {
  it("is fetched by a job; the same page again is no new version, a changed one is", async () => {
    news = "Flamingos arrived.";
    const url = site.url("/news.html");
    const first = await add({ url, set: "Site" });
    expect(first).toMatchObject({ source: url, title: "News", set: "Site", version: 1, status: "ready" });
    expect(await add({ url })).toMatchObject({ id: first.id, version: 1, status: "ready" });
    news = "Ibises arrived.";
    expect(await add({ url })).toMatchObject({ id: first.id, version: 2, status: "ready" });
  });

  it("that is not there fails with a reason and can be tried again", async () => {
    const failed = await add({ url: site.url("/gone.html") });
    expect(failed).toMatchObject({ status: "failed", version: 0, error: expect.stringContaining("410") });
    const again = await call<{ document: DocumentView }>("POST", `/documents/${failed.id}/reindex`);
    expect(again.status).toBe(202);
    await waitFor(async () => site.asked.filter((path) => path === "/gone.html").length >= 2);
    expect(await settled(failed.id)).toMatchObject({ status: "failed" });
  });

  it("is one document under every address that leads to it", async () => {
    const first = await add({ url: site.url("/returns") });
    expect(first).toMatchObject({ title: "News", url: site.url("/returns/"), status: "ready", version: 1 });
    expect(await add({ url: site.url("/returns/?utm_source=mail#x") })).toMatchObject({ id: first.id, version: 1 });
    expect(await add({ url: site.url("/old-returns") })).toMatchObject({
      status: "failed",
      error: expect.stringContaining(`already has this page: “News” (${site.url("/returns")})`),
    });
    expect(await found("ocarina")).toHaveLength(1);
  });

  it("that shows no text of its own fails with that reason", async () => {
    expect(await add({ url: site.url("/wall") })).toMatchObject({
      status: "failed",
      error: "The page shows only a cookie notice.",
    });
  });

  it.each([
    "http://127.0.0.1/x",
    "http://169.254.169.254/latest",
    "ftp://example.com/x",
    "http://user:pw@example.com/",
  ])("inside a private network or of another kind is refused: %s", async (url) => {
    const strict = openLibrary({ db: test.db });
    await expect(addDocument(strict, test.a.tenant_id, { url })).rejects.toMatchObject({
      code: expect.stringMatching(/invalid_request|unprocessable_document/),
    });
    await strict.close();
  });

  it("comes with all the others of a sitemap; what is left out is told", async () => {
    news = "Storks arrived.";
    const { status, body } = await call<AddDocumentResponse>("POST", "/documents", {
      sitemap: site.url("/sitemap.xml"),
      set: "Whole site",
    });
    expect(status).toBe(202);
    const job = await waitFor(async () => {
      const { body: view } = await call<JobView>("GET", `/jobs/${body.job?.id}`);
      return view.status === "done" ? view : undefined;
    });
    expect(job).toMatchObject({ kind: "crawl", pages: 2, left_out: [{ url: site.url("/gone.html") }] });
    expect((await call("GET", `/jobs/${job.id}`, undefined, test.b.api_key)).status).toBe(404);
    await waitFor(async () => (await found("xylophones")).length === 1);
  });
});

/** Simulates the passing of time: makes all scheduled work due. */
async function passTime(): Promise<void> {
  await withTenant(test.db, test.a.tenant_id, async (tx) => {
    for (const table of ["document_refreshes", "document_sites"])
      await tx.query(`update ${table} set next_at = now() - interval '1 second' where next_at is not null`);
  });
  await queueDueRefreshes(knowledge);
}
const rows = <T extends object>(sql: string, ...values: unknown[]) =>
  withTenant(test.db, test.a.tenant_id, async (tx) => (await tx.query<T>(sql, values)).rows);

describe("a page that is fetched again", () => {
  const url = () => site.url("/live.html", "live.test");
  const read = async (id: string) => (await call<DocumentView>("GET", `/documents/${id}`)).body;
  const isIdle = async (id: string) =>
    (await rows("select 1 from jobs where document_id = $1 and status in ('queued', 'running')", id)).length === 0;
  /** Returns the document after its page was fetched again and all follow-up work is done. */
  async function fetchedAgain(id: string, begin: () => Promise<unknown>): Promise<DocumentView> {
    // Nothing is fetched while a job of the document is open, such as the vectors of a restored version.
    await waitFor(() => isIdle(id));
    const before = site.asked.length;
    await begin();
    await waitFor(async () => site.asked.length > before || live.leadsTo !== "127.0.0.1");
    return waitFor(async () => ((await isIdle(id)) ? read(id) : undefined));
  }
  const told = async () =>
    (await rows<{ type: string }>("select type from webhook_deliveries order by created_at, id")).map(
      ({ type }) => type,
    );
  const actions = async (id: string) =>
    (
      await rows<{ action: string }>(
        "select action from audit_log where target_id = $1 and actor_kind = 'system' order by id",
        id,
      )
    ).map(({ action }) => action);
  let id = "";

  it("makes a version of other words, and nothing at all of the same ones", async () => {
    Object.assign(live, { text: "Curlews nest here.", etag: '"one"' });
    // Waits until the documents of the earlier tests are ready.
    await waitFor(async () => (await rows("select 1 from jobs where status in ('queued', 'running')")).length === 0, {
      what: "the work before",
      timeoutMs: 60_000,
    });
    const hook = {
      name: "Hook",
      url: "https://hook.example.com/x",
      events: ["document.ready", "document.changed", "document.unreachable"],
    };
    expect((await call("POST", "/webhooks", hook)).status).toBe(201);
    const first = await add({ url: url(), refresh: "daily" });
    id = first.id;
    expect(first.refresh).toMatchObject({ every: "daily", failures: 0, error: null, is_stopped: false, site_id: null });
    expect(Date.parse(first.refresh?.next_at ?? "") - Date.now()).toBeGreaterThan(20 * 3_600_000);
    expect(Date.parse(first.refresh?.next_at ?? "") - Date.now()).toBeLessThan(28 * 3_600_000);
    expect(await told()).toEqual(["document.ready"]);
    changed.length = 0;

    // The page's server reports that nothing has changed.
    const asked = site.requests.length;
    expect(await fetchedAgain(id, passTime)).toMatchObject({
      version: 1,
      status: "ready",
      refresh: { changed_at: null },
    });
    const conditional = site.requests.slice(asked).filter(({ url: path }) => path === "/live.html");
    expect(conditional.map(({ headers }) => headers["if-none-match"])).toEqual(['"one"']);
    // The bytes differ, the words are the same.
    for (const noise of ["a", "b"]) {
      Object.assign(live, { etag: `"${noise}"`, noise });
      expect(await fetchedAgain(id, passTime)).toMatchObject({ version: 1, status: "ready" });
    }
    expect([changed, await actions(id), await told()]).toEqual([[], [], ["document.ready"]]);

    Object.assign(live, { text: "Curlews nest elsewhere.", etag: '"c"' });
    const after = await fetchedAgain(id, passTime);
    expect(after).toMatchObject({
      version: 2,
      status: "ready",
      refresh: { every: "daily", changed_at: expect.any(String) },
    });
    expect([changed, await actions(id)]).toEqual([[id], ["document.refresh"]]);
    expect((await told()).toSorted()).toEqual(["document.changed", "document.ready", "document.ready"]);
    const { body } = await call<ComparedVersions>("GET", `/documents/${id}/versions/2/compare`);
    expect(body.changes.filter(({ type }) => type !== "unchanged").map(({ text }) => text)).toEqual([
      "Curlews nest here.",
      "Curlews nest elsewhere.",
    ]);
    // A restored version stays until the page's text changes.
    expect((await call("POST", `/documents/${id}/versions/1/restore`)).status).toBe(200);
    Object.assign(live, { noise: "d", etag: "" });
    expect(await fetchedAgain(id, passTime)).toMatchObject({ version: 1, served_version: 1 });
    live.text = "Curlews nest again.";
    expect(await fetchedAgain(id, passTime)).toMatchObject({ version: 3, served_version: 3 });
  });

  it("is fetched by one of two that look at once, and not twice by whoever presses the button twice", async () => {
    const count = () => site.asked.filter((path) => path === "/live.html").length;
    const before = count();
    await fetchedAgain(id, async () => {
      await rows("update document_refreshes set next_at = now() where document_id = $1", id);
      await Promise.all([queueDueRefreshes(knowledge), queueDueRefreshes(knowledge)]);
    });
    expect(count()).toBe(before + 1);
    const twice = () => Promise.all([0, 1].map(() => call("POST", `/documents/${id}/fetch`)));
    await fetchedAgain(id, twice);
    expect(count()).toBeLessThanOrEqual(before + 3);
    const jobs = await rows<{ n: number }>("select count(*)::int as n from jobs where document_id = $1", id);
    expect(jobs[0]?.n).toBe(1);
  });

  it("that does not come says so, is tried later and later, and in the end no more; what was there goes on answering", async () => {
    const reasons = [
      ["503", { status: 503 }],
      ["robots.txt blocks crawlers", { status: 200, robots: "User-agent: *\nDisallow: /live" }],
      ["No public website was found", { robots: "", leadsTo: "10.0.0.7" }],
      ["No text was found", { leadsTo: "127.0.0.1", text: "" }],
      ["404", { status: 404 }],
    ] as const;
    const waits: number[] = [];
    for (let failures = 1; failures <= 8; failures += 1) {
      const [reason, state] = reasons[Math.min(failures, reasons.length) - 1] ?? reasons[0];
      Object.assign(live, state);
      const failed = await fetchedAgain(id, passTime);
      expect(failed).toMatchObject({ status: "ready", version: 3, served_version: 3, error: null });
      expect(failed.refresh).toMatchObject({ failures, error: expect.stringContaining(reason) });
      expect(failed.refresh?.is_stopped).toBe(failures === 8);
      waits.push(Math.round((Date.parse(failed.refresh?.next_at ?? "") - Date.now()) / 3_600_000));
    }
    expect(waits.slice(0, 7)).toEqual(waits.slice(0, 7).toSorted((a, b) => a - b));
    expect(waits[0]).toBeLessThanOrEqual(2);
    expect(waits[6]).toBeGreaterThan(140);
    expect((await found("curlews")).join()).toContain("nest again");
    expect((await actions(id)).filter((action) => action === "document.unreachable")).toHaveLength(1);
    expect((await told()).filter((type) => type === "document.unreachable")).toHaveLength(1);
    const before = site.asked.length;
    await passTime();
    expect(site.asked.length).toBe(before);
    // A person may request a page that robots.txt forbids, and its schedule continues.
    Object.assign(live, { status: 200, text: "Curlews nest again.", robots: "User-agent: *\nDisallow: /" });
    const back = await fetchedAgain(id, () => call("POST", `/documents/${id}/fetch`));
    expect(back.refresh).toMatchObject({ failures: 0, error: null, failing_since: null, next_at: expect.any(String) });
    live.robots = "";
  });

  it("has a schedule that is changed, and none once a file took its place; only pages have one", async () => {
    const change = (refresh: string, which = id) => call<DocumentView>("PATCH", `/documents/${which}`, { refresh });
    expect((await change("monthly")).body.refresh).toMatchObject({ every: "monthly", next_at: expect.any(String) });
    expect((await change("off")).body.refresh).toMatchObject({ every: "off", next_at: null, is_stopped: false });
    expect((await change("hourly")).status).toBe(400);
    await change("weekly");
    const file = await add({ source: "plain.md", content: "No page." });
    expect(file.refresh).toBeNull();
    expect((await change("daily", file.id)).status).toBe(400);
    expect((await change("off", file.id)).status).toBe(200);
    expect((await call("POST", `/documents/${file.id}/fetch`)).status).toBe(400);
    expect((await call("POST", "/documents", { source: "x", content: "y", refresh: "daily" })).status).toBe(400);
    for (const [method, path] of [
      ["POST", `/documents/${id}/fetch`],
      ["PATCH", `/documents/${id}`],
    ] as const)
      expect((await call(method, path, { refresh: "off" }, test.b.api_key)).status).toBe(404);
    const replaced = await add({ source: "stays.md", content: "Written by hand.", replace: id });
    expect(replaced).toMatchObject({ id, refresh: { every: "off", next_at: null } });
    const before = site.asked.length;
    await passTime();
    expect(site.asked.length).toBe(before);
  });
});

describe("a sitemap", () => {
  type Listed = { items: SiteView[] };
  const sites = async () => (await call<Listed>("GET", "/sites")).body.items;
  const shelved = async () => {
    const { body } = await call<{ items: DocumentView[] }>("GET", "/documents?limit=100");
    return body.items
      .filter(({ source }) => /\/(help|blog)\//.test(source))
      .map(({ source, refresh }) => `${new URL(source).pathname}${refresh?.gone_at ? " gone" : ""}`)
      .toSorted();
  };
  const looked = async (begin: () => Promise<unknown>) => {
    await begin();
    return waitFor(async () => {
      const open = await rows("select 1 from jobs where kind = 'crawl' and status in ('queued', 'running')");
      return open.length === 0 ? (await sites()).find(({ address }) => address.endsWith("shelf.xml")) : undefined;
    });
  };

  it("gives what was chosen; later what is new beside it, marks what is gone, and brings back nothing that was deleted", async () => {
    shelf = ["/help/a", "/help/b", "/blog/one", "/blog/kept"];
    live.robots = "User-agent: *\nDisallow: /blog/kept";
    const look = { address: site.url("/shelf.xml") };
    const before = site.asked.length;
    const preview = await call<SitePreview>("POST", "/sites/preview", look);
    expect(preview.body).toMatchObject({ is_complete: true, at_once: 500 });
    expect(preview.body.pages.map(({ url, known, allowed }) => [new URL(url).pathname, known, allowed])).toEqual([
      ["/help/a", false, true],
      ["/help/b", false, true],
      ["/blog/one", false, true],
      ["/blog/kept", false, false],
    ]);
    expect(site.asked.slice(before)).toEqual(["/robots.txt", "/shelf.xml"]);
    for (const [address, status] of [
      [site.url("/gone.xml"), 422],
      ["http://10.0.0.1/sitemap.xml", 400],
      ["ftp://site.test/sitemap.xml", 400],
    ] as const)
      expect((await call("POST", "/sites/preview", { address })).status, address).toBe(status);
    const pages = [site.url("/help/a"), site.url("/help/b"), site.url("/nowhere")];
    const request = { sitemap: site.url("/shelf.xml"), pages, refresh: "weekly", set: "Shelf" };
    const chosen = await looked(async () => expect((await call("POST", "/documents", request)).status).toBe(202));
    expect(chosen).toMatchObject({
      every: "weekly",
      set: "Shelf",
      documents: 2,
      gone: 0,
      failing: 0,
      is_reading: false,
    });
    expect(await shelved()).toEqual(["/help/a", "/help/b"]);
    const [job] = (await call<{ items: JobView[] }>("GET", "/jobs?limit=100")).body.items.filter(
      ({ kind }) => kind === "crawl",
    );
    expect(job).toMatchObject({ pages: 2, left_out: [{ url: site.url("/nowhere") }] });
    const { body: again } = await call<SitePreview>("POST", "/sites/preview", look);
    expect(again.pages.filter(({ known }) => known)).toHaveLength(2);

    shelf = ["/help/a", "/help/new", "/blog/one", "/blog/two"];
    expect(await looked(passTime)).toMatchObject({ documents: 3, gone: 1 });
    expect(await shelved()).toEqual(["/help/a", "/help/b gone", "/help/new"]);
    const all = (await call<{ items: DocumentView[] }>("GET", "/documents?limit=100")).body.items;
    const idOf = (path: string) => all.find(({ source }) => source.endsWith(path))?.id ?? "";
    expect(all.find(({ source }) => source.endsWith("/help/new"))).toMatchObject({
      set: "Shelf",
      refresh: { every: "weekly" },
    });
    await call("DELETE", `/documents/${idOf("/help/new")}`);
    shelf = ["/help/a", "/help/b", "/help/new"];
    const siteId = chosen.id;
    expect(await looked(() => call("POST", `/sites/${siteId}/fetch`))).toMatchObject({ documents: 2, gone: 0 });
    expect(await shelved()).toEqual(["/help/a", "/help/b"]);

    expect((await call("PATCH", `/sites/${siteId}`, { refresh: "daily" })).body).toMatchObject({ every: "daily" });
    expect((await call<DocumentView>("GET", `/documents/${idOf("/help/a")}`)).body.refresh?.every).toBe("daily");
    for (const method of ["PATCH", "DELETE", "POST"] as const) {
      const path = `/sites/${siteId}${method === "POST" ? "/fetch" : ""}`;
      expect((await call(method, path, { refresh: "off" }, test.b.api_key)).status).toBe(404);
    }
    expect((await call<Listed>("GET", "/sites", undefined, test.b.api_key)).body.items).toEqual([]);
    expect((await call("DELETE", `/sites/${siteId}`)).status).toBe(200);
    expect(await shelved()).toEqual(["/help/a", "/help/b"]);
    expect((await call("POST", "/documents", { ...request, sitemap: undefined, url: pages[0] })).status).toBe(400);
  });
});

describe("reindexing", () => {
  it("reads a document anew and leaves its passages their ids", async () => {
    const { id } = await add({ source: "again.md", content: "# Again\n\nThe lemur is read twice." });
    const [before] = (await search(knowledge, test.a.tenant_id, { question: "lemur" })).results;
    changed.length = 0;
    expect((await call("POST", `/documents/${id}/reindex`)).status).toBe(202);
    expect(await settled(id)).toMatchObject({ status: "ready", version: 1 });
    expect(changed).toEqual([id]);
    const [after] = (await search(knowledge, test.a.tenant_id, { question: "lemur" })).results;
    expect(after?.chunk_id).toBe(before?.chunk_id);
  });
});

const stores: { name: string; skip?: string; open(): Promise<{ store: CacheStore; close(): Promise<unknown> }> }[] = [
  { name: "memory", open: async () => ({ store: new MemoryCacheStore(), close: async () => {} }) },
  {
    name: "Redis",
    skip: redisUnavailable(),
    async open() {
      const server = await startRedisServer();
      const redis = new Redis(server.url);
      return { store: new RedisCacheStore(redis), close: () => redis.quit().then(() => server.stop()) };
    },
  },
];

describe.each(stores)("deleting, with the cache in $name", ({ open, skip }) => {
  it.skipIf(skip)("leaves no row of the document anywhere and no answer that rests on it", async () => {
    const { store, close } = await open();
    const cache = createSemanticCache({ store, embeddings: null });
    onChange = async (tenantId, documentId) => void (await cache.evictDocument(tenantId, documentId));
    const source = "to-be-deleted.md";
    const { id } = await add({ source, content: "The first axolotl." });
    await add({ source, content: "The second axolotl." });
    await remember(cache, id);
    expect(await cache.list(test.a.tenant_id)).toHaveLength(1);
    expect((await call("DELETE", `/documents/${id}`)).status).toBe(200);
    expect(await cache.list(test.a.tenant_id)).toEqual([]);
    expect(await rowsOf(id)).toEqual({});
    expect((await call("GET", `/documents/${id}`)).status).toBe(404);
    onChange = async () => {};
    await close();
  });
});

async function remember(cache: ReturnType<typeof createSemanticCache>, documentId: string): Promise<void> {
  const turn = cache.forTurn(test.a.tenant_id, { locale: "en", fingerprint: "f" });
  const question = "What is an axolotl?";
  await turn.lookup(question);
  await turn.store({
    question,
    answer: "It is the second one. [1]",
    citations: [{ index: 1, chunk_id: "c", title: "T", quote: "Q" }],
    grade: { score: 0.9, tier: "high", reason: "r" },
    chunks: [{ chunk_id: "c", document_id: documentId, version_id: "v" }],
  });
}

/** Counts rows per table with the document's id, or with the id of a deleted version or chunk. */
async function rowsOf(documentId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await withTenant(test.db, test.a.tenant_id, async (tx) => {
    const { rows } = await tx.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and (column_name = 'document_id' or (table_name = 'documents' and column_name = 'id'))`,
    );
    const orphans = [
      ["document_files", "version_id", "document_versions"],
      ["chunk_terms", "chunk_id", "chunks"],
      ["chunk_words", "chunk_id", "chunks"],
      ["chunk_embeddings", "chunk_id", "chunks"],
    ];
    const checks = [
      ...rows.map(({ table_name, column_name }) => [table_name, `${column_name} = $1`] as const),
      ...orphans.map(
        ([table, column, parent]) => [table ?? "", `$1 <> '' and ${column} not in (select id from ${parent})`] as const,
      ),
    ];
    for (const [table, condition] of checks) {
      const typed = condition.replace("$1 <> ''", "$1::uuid is not null");
      const count = (
        await tx.query<{ n: number }>(`select count(*)::int as n from ${table} where ${typed}`, [documentId])
      ).rows[0]?.n;
      if (count !== 0) counts[table] = count ?? -1;
    }
  });
  return counts;
}
