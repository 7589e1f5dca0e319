import type { Request } from "express";
import {
  type AddDocumentResponse,
  type DocumentView,
  type UploadFields,
  uploadFieldsSchema,
} from "../../../protocol/admin-documents.ts";
import { documentRoutes } from "../../../protocol/routes/documents.ts";
import type { AgentCredentials } from "../../accounts/sign-in/credentials.ts";
import { AppError } from "../../core/errors.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { parseBody } from "../../http/parse.ts";
import type { Routes } from "../../http/routes.ts";
import { readUpload, type UploadedFile } from "../../http/upload.ts";
import { addDocument } from "../documents/add-document.ts";
import { addFile } from "../documents/add-file.ts";
import { changeDocument } from "../documents/change-document.ts";
import { readChunks, readCitations } from "../documents/document-uses.ts";
import { deleteDocument, findDocument, listDocuments } from "../documents/documents.ts";
import { fetchDocumentNow } from "../documents/refetch.ts";
import { reindexDocument } from "../documents/reindex.ts";
import { readPages } from "../documents/versions.ts";
import { addDraftFile } from "../drafts/take-draft.ts";

type LibraryContext = Pick<HttpContext, "knowledge">;

export function addDocumentRoutes(routes: Routes, ctx: LibraryContext): void {
  routes.implement(documentRoutes, {
    listDocuments: ({ caller, query }) => listDocuments(ctx.knowledge, caller.tenantId, query),
    addDocuments: ({ caller, body, request }) =>
      body
        ? addDocument(asAgent(ctx.knowledge, caller), caller.tenantId, { ...body, person: personOf(caller) })
        : addFiles(ctx, caller, request),
    readDocument: ({ caller, id }) => findDocument(ctx.knowledge, caller.tenantId, id),
    changeDocument: ({ caller, id: documentId, body: change }) =>
      changeDocument(asAgent(ctx.knowledge, caller), caller.tenantId, { documentId, change }),
    deleteDocument: ({ caller, id }) => deleteDocument(asAgent(ctx.knowledge, caller), caller.tenantId, id),
    reindexDocument: async ({ caller, id }) => ({
      document: await reindexDocument(asAgent(ctx.knowledge, caller), caller.tenantId, id),
    }),
    fetchDocument: async ({ caller, id }) => ({
      document: await fetchDocumentNow(asAgent(ctx.knowledge, caller), caller.tenantId, id),
    }),
    readDocumentPages: ({ caller, id: documentId, query: { version } }) =>
      readPages(ctx.knowledge, caller.tenantId, { documentId, version }),
    listChunks: ({ caller, id: documentId, query }) =>
      readChunks(ctx.knowledge, caller.tenantId, { documentId, ...query }),
    listCitations: ({ caller, id }) => readCitations(ctx.knowledge, caller.tenantId, id),
  });
}

/** Adds each file of a form as a document. */
async function addFiles(
  { knowledge }: LibraryContext,
  caller: AgentCredentials,
  request: Request,
): Promise<AddDocumentResponse> {
  const { files, fields } = await readUpload(request);
  const { source, publish, release, ...metadata } = parseBody(uploadFieldsSchema, fields);
  checkFiles(files, { source, ...metadata });
  const documents: DocumentView[] = [];
  const draft = publish === "false" ? { release } : undefined;
  const deps = asAgent(knowledge, caller);
  for (const { name, bytes, declaredType } of files) {
    const file = { ...metadata, source: source ?? name, bytes, declaredType };
    if (draft) {
      // All files of a form are added to the same release.
      const target = { ...draft, person: personOf(caller) };
      const taken = await addDraftFile(deps, caller.tenantId, { file, target });
      draft.release = taken.release;
      documents.push(taken.document);
    } else documents.push(await addFile(deps, caller.tenantId, file));
  }
  return { document: documents[0], documents, ...(draft?.release ? { release: draft.release } : {}) };
}

function personOf({ personId, shownAs }: AgentCredentials): { id: string; name: string } {
  return { id: personId, name: shownAs };
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
