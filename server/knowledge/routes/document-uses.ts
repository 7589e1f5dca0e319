import type { RequestHandler } from "express";
import { documentChunksQuerySchema } from "../../../protocol/document-uses.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { readChunks, readCitations } from "../documents/document-uses.ts";

type LibraryContext = Pick<HttpContext, "knowledge">;

/** `GET documents/:id/chunks`: the passages that are searched. */
export function readChunksRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const documentId = parseId(documentIdSchema, request.params.id);
    const query = parseBody(documentChunksQuerySchema, request.query);
    response.json(await readChunks(knowledge, agentOf(response).tenantId, { documentId, ...query }));
  };
}

/** `GET documents/:id/citations`: which answers quoted it lately. */
export function readCitationsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const documentId = parseId(documentIdSchema, request.params.id);
    response.json(await readCitations(knowledge, agentOf(response).tenantId, documentId));
  };
}
