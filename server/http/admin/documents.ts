import type { RequestHandler } from "express";
import { listQuerySchema, searchQuerySchema } from "../../../protocol/admin.ts";
import {
  addDocumentRequestSchema,
  changeDocumentRequestSchema,
  type DocumentView,
  type UploadFields,
  uploadFieldsSchema,
} from "../../../protocol/admin-documents.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import type { AgentCredentials } from "../../auth/credentials.ts";
import { AppError } from "../../errors.ts";
import { recordAction } from "../../tenants/audit.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseBody, parseId } from "../parse.ts";
import { readUpload, type UploadedFile } from "../upload.ts";
import { actorOf } from "./actor.ts";

type LibraryContext = Pick<HttpContext, "knowledge" | "tenants">;

/** `GET documents`. */
export function listDocumentsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const query = parseBody(listQuerySchema, request.query);
    response.json(await knowledge.listDocuments(agentOf(response).tenantId, query));
  };
}

/** `GET documents/:id`. */
export function readDocumentRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    response.json(
      await knowledge.findDocument(agentOf(response).tenantId, parseId(documentIdSchema, request.params.id)),
    );
  };
}

/** `POST documents` with JSON: a text, a page or a sitemap; 202, because it becomes searchable a moment later. */
export function addDocumentRoute({ knowledge, tenants }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(addDocumentRequestSchema, request.body);
    const agent = agentOf(response);
    const added = await knowledge.add(agent.tenantId, body);
    for (const document of added.documents) await record(tenants, agent, { action: "document.add", id: document.id });
    if (added.job) await record(tenants, agent, { action: "document.crawl", id: added.job.id });
    response.status(202).json(added);
  };
}

/** `POST documents` with a form: its files, each a document. */
export function uploadDocumentsRoute({ knowledge, tenants }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const { files, fields } = await readUpload(request);
    const { source, ...metadata } = parseBody(uploadFieldsSchema, fields);
    checkFiles(files, { source, ...metadata });
    const agent = agentOf(response);
    const documents: DocumentView[] = [];
    for (const { name, bytes, declaredType } of files) {
      const document = await knowledge.addFile(agent.tenantId, {
        ...metadata,
        source: source ?? name,
        bytes,
        declaredType,
      });
      await record(tenants, agent, { action: "document.add", id: document.id });
      documents.push(document);
    }
    response.status(202).json({ document: documents[0], documents });
  };
}

function checkFiles(files: UploadedFile[], { source, title, replace }: UploadFields): void {
  if (files.length === 0) throw new AppError("invalid_request", "The form holds no file.");
  if (files.length > 1 && (source ?? title ?? replace) !== undefined) {
    throw new AppError("invalid_request", "source, title and replace are for one file; this form holds several.");
  }
  const empty = files.find(({ bytes }) => bytes.length === 0);
  if (empty) throw new AppError("unprocessable_document", `The file ${empty.name} is empty.`);
}

/** `PATCH documents/:id`: what is said about it. */
export function changeDocumentRoute({ knowledge, tenants }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    const change = parseBody(changeDocumentRequestSchema, request.body ?? {});
    const agent = agentOf(response);
    const document = await knowledge.changeDocument(agent.tenantId, id, change);
    await record(tenants, agent, { action: "document.change", id, detail: { fields: Object.keys(change) } });
    response.json(document);
  };
}

/** `POST documents/:id/reindex`: tries what failed once more, or reads what is there anew. */
export function reindexDocumentRoute({ knowledge, tenants }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    const agent = agentOf(response);
    const document = await knowledge.reindexDocument(agent.tenantId, id);
    await record(tenants, agent, { action: "document.reindex", id });
    response.status(202).json({ document });
  };
}

/** `DELETE documents/:id`. */
export function deleteDocumentRoute({ knowledge, tenants }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const agent = agentOf(response);
    const id = parseId(documentIdSchema, request.params.id);
    await knowledge.deleteDocument(agent.tenantId, id);
    await record(tenants, agent, { action: "document.delete", id });
    response.json({ ok: true });
  };
}

/** `GET search`: what the assistant would find, with scores. */
export function searchRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const query = parseBody(searchQuerySchema, request.query);
    const startedAt = performance.now();
    const found = await knowledge.search(agentOf(response).tenantId, query);
    response.json({ ...found, took_ms: Math.round((performance.now() - startedAt) * 10) / 10 });
  };
}

async function record(
  tenants: HttpContext["tenants"],
  agent: AgentCredentials,
  { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
): Promise<void> {
  await recordAction(tenants, agent.tenantId, {
    actor: actorOf(agent),
    action,
    target: { kind: action === "document.crawl" ? "job" : "document", id },
    ...(detail ? { detail } : {}),
  });
}
