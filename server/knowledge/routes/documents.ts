import type { RequestHandler } from "express";
import { searchQuerySchema } from "../../../protocol/admin.ts";
import {
  addDocumentRequestSchema,
  changeDocumentRequestSchema,
  type DocumentView,
  documentListQuerySchema,
  type UploadFields,
  uploadFieldsSchema,
} from "../../../protocol/admin-documents.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { AppError } from "../../core/errors.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { readUpload, type UploadedFile } from "../../http/upload.ts";
import { addDocument } from "../documents/add-document.ts";
import { addFile } from "../documents/add-file.ts";
import { changeDocument } from "../documents/change-document.ts";
import { deleteDocument, findDocument, listDocuments } from "../documents/documents.ts";
import { fetchDocumentNow } from "../documents/refetch.ts";
import { reindexDocument } from "../documents/reindex.ts";
import { addDraftFile } from "../drafts/take-draft.ts";

type LibraryContext = Pick<HttpContext, "knowledge">;

/** `GET documents`. */
export function listDocumentsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const query = parseBody(documentListQuerySchema, request.query);
    response.json(await listDocuments(knowledge, agentOf(response).tenantId, query));
  };
}

/** `GET documents/:id`. */
export function readDocumentRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    response.json(
      await findDocument(knowledge, agentOf(response).tenantId, parseId(documentIdSchema, request.params.id)),
    );
  };
}

/** `POST documents` with JSON: a text, a page or a sitemap; 202, because it becomes searchable a moment later. */
export function addDocumentRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(addDocumentRequestSchema, request.body);
    const agent = agentOf(response);
    const person = { id: agent.personId, name: agent.shownAs };
    const added = await addDocument(asAgent(knowledge, agent), agent.tenantId, { ...body, person });
    response.status(202).json(added);
  };
}

/** `POST documents` with a form: its files, each a document. */
export function uploadDocumentsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const { files, fields } = await readUpload(request);
    const { source, publish, release, ...metadata } = parseBody(uploadFieldsSchema, fields);
    checkFiles(files, { source, ...metadata });
    const agent = agentOf(response);
    const documents: DocumentView[] = [];
    const draft = publish === "false" ? { release } : undefined;
    for (const { name, bytes, declaredType } of files) {
      const file = { ...metadata, source: source ?? name, bytes, declaredType };
      const deps = asAgent(knowledge, agent);
      if (draft) {
        // All files of a form go into one release.
        const target = { ...draft, person: { id: agent.personId, name: agent.shownAs } };
        const taken = await addDraftFile(deps, agent.tenantId, { file, target });
        draft.release = taken.release;
        documents.push(taken.document);
      } else documents.push(await addFile(deps, agent.tenantId, file));
    }
    response
      .status(202)
      .json({ document: documents[0], documents, ...(draft?.release ? { release: draft.release } : {}) });
  };
}

function checkFiles(files: UploadedFile[], { source, title, replace }: UploadFields): void {
  if (files.length === 0) throw new AppError("invalid_request", "The form contains no file. Add a field named `file`.");
  if (files.length > 1 && (source ?? title ?? replace) !== undefined) {
    throw new AppError(
      "invalid_request",
      "source, title and replace only work with a single file. Upload the files one by one.",
    );
  }
  const empty = files.find(({ bytes }) => bytes.length === 0);
  if (empty) throw new AppError("unprocessable_document", `The file ${empty.name} is empty. Choose another file.`);
}

/** `PATCH documents/:id`: what is said about it. */
export function changeDocumentRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    const change = parseBody(changeDocumentRequestSchema, request.body ?? {});
    const agent = agentOf(response);
    response.json(await changeDocument(asAgent(knowledge, agent), agent.tenantId, { documentId: id, change }));
  };
}

/** `POST documents/:id/reindex`: tries what failed once more, or reads what is there anew. */
export function reindexDocumentRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    const agent = agentOf(response);
    const document = await reindexDocument(asAgent(knowledge, agent), agent.tenantId, id);
    response.status(202).json({ document });
  };
}

/** `POST documents/:id/fetch`: fetches a page once more, now. */
export function fetchDocumentRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    const agent = agentOf(response);
    const document = await fetchDocumentNow(asAgent(knowledge, agent), agent.tenantId, id);
    response.status(202).json({ document });
  };
}

/** `DELETE documents/:id`. */
export function deleteDocumentRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const agent = agentOf(response);
    const id = parseId(documentIdSchema, request.params.id);
    await deleteDocument(asAgent(knowledge, agent), agent.tenantId, id);
    response.json({ ok: true });
  };
}

/** `GET search`: what the assistant would find, with scores. */
export function searchRoute({ search }: Pick<HttpContext, "search">): RequestHandler {
  return async (request, response) => {
    const query = parseBody(searchQuerySchema, request.query);
    const startedAt = performance.now();
    const found = await search(agentOf(response).tenantId, query);
    response.json({ ...found, took_ms: Math.round((performance.now() - startedAt) * 10) / 10 });
  };
}
