import type { AddDocumentRequest, ChangeDocumentRequest } from "../../protocol/admin-documents.ts";
import { type Answer, type Call, ok, refuse } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";
import { documentPart } from "./mock-document.ts";
import type { Mock } from "./mock-server.ts";

/** `sites` of the admin API. */
export function sites(mock: Mock, call: Call): Answer {
  const [, , , , , id, verb] = call.url.pathname.split("/");
  const known = mock.sites.find((site) => site.id === id);
  if (id === "preview") return previewed((call.body as { address: string }).address);
  if (id && !known) return refuse(404, "not_found");
  if (!known) return ok({ items: mock.sites });
  if (call.method === "DELETE") mock.sites = mock.sites.filter((site) => site !== known);
  if (call.method === "PATCH") Object.assign(known, { every: (call.body as { refresh: string }).refresh });
  if (verb === "fetch") Object.assign(known, { is_reading: true });
  return ok(known, verb === "fetch" ? 202 : 200);
}

/** A help centre and a blog: one page is already in the library, one is disallowed by robots.txt. */
function previewed(address: string): Answer {
  if (address.includes("none")) return refuse(422, "unprocessable_document");
  const paths = [
    "/",
    "/help/",
    "/help/returns",
    "/help/orders/late",
    "/help/orders/lost",
    "/help/plans",
    "/blog/2025/one",
  ];
  const more = Array.from({ length: 250 }, (_, index) => `/blog/2026/post-${index + 1}`);
  const pages = [...paths, ...more].map((path) => ({
    url: `https://www.example.com${path}`,
    known: path === "/help/plans",
    allowed: path !== "/blog/2025/one",
  }));
  return ok({ address, pages, is_complete: true, at_once: 500 });
}

/** `sets` of the admin API, over the mock's documents and sets. */
export function setRoute(mock: Mock, { method, url, body }: Call): Answer {
  const name = decodeURIComponent(url.pathname.split("/")[5] ?? "");
  const known = mock.sets.find((set) => set.name === name);
  if (method === "GET") return ok({ items: mock.sets });
  if (method === "POST") {
    const added = { color: "grey" as const, ...(body as { name: string }), documents: 0, boost: 0 };
    if (mock.sets.some((set) => set.name === added.name)) return refuse(409, "conflict");
    mock.sets = [...mock.sets, added];
    return ok(added, 201);
  }
  if (!known) return refuse(404, "not_found");
  const to = method === "DELETE" ? null : ((body as { name?: string }).name ?? name);
  for (const document of mock.documents) if (document.set === name) document.set = to;
  if (method === "DELETE") mock.sets = mock.sets.filter((set) => set !== known);
  else Object.assign(known, body);
  return ok(known);
}

/** The library's routes, over the mock's documents. */
export function documents(mock: Mock, id: string | undefined, call: Call): Answer {
  const known = mock.documents.find((document) => document.id === id);
  const part = call.url.pathname.split("/")[6];
  if (known && call.method === "GET") return ok(part ? documentPart(known, part, call.url.pathname) : known);
  if (id && !known) return refuse(404, "not_found");
  if (known && call.method === "PATCH") {
    const { refresh: every, ...change } = call.body as ChangeDocumentRequest;
    if (every && known.refresh) Object.assign(known.refresh, { every });
    return ok(Object.assign(known, change));
  }
  if (known && call.url.pathname.endsWith("/restore"))
    return ok({ document: Object.assign(known, { served_version: Number(call.url.pathname.split("/")[7]) }) });
  if (known?.refresh && call.url.pathname.endsWith("/fetch")) {
    Object.assign(known.refresh, { is_fetching: true, failures: 0, error: null, failing_since: null });
    return ok({ document: known }, 202);
  }
  if (call.method === "DELETE") {
    mock.documents = mock.documents.filter((document) => document.id !== id);
    return ok({ ok: true });
  }
  const failed = mock.documents.find((document) => document.id === id);
  if (failed && call.url.pathname.endsWith("/reindex")) {
    Object.assign(failed, { status: "queued", error: null, progress: 0 });
    return ok({ document: failed }, 202);
  }
  if (call.method === "POST") {
    const body = call.body as AddDocumentRequest;
    const model = mock.documents[0];
    if (!model) return refuse(500, "internal");
    const document = {
      ...model,
      id: uuid(2000 + mock.documents.length),
      title: body.title ?? body.source ?? "",
      source: body.source ?? "",
      status: "queued" as const,
      version: 1,
      chunks: 0,
      embedded: 0,
      progress: 0,
      updated_at: new Date().toISOString(),
    };
    mock.documents = [document, ...mock.documents];
    return ok({ document }, 202);
  }
  return ok({ items: mock.documents, next_cursor: null });
}
