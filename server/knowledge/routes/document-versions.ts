import type { RequestHandler } from "express";
import { documentPagesQuerySchema } from "../../../protocol/admin-documents.ts";
import {
  changeVersionRequestSchema,
  compareVersionsQuerySchema,
  versionNumberSchema,
} from "../../../protocol/document-versions.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import {
  compareVersions,
  labelVersion,
  listDocumentVersions,
  readPages,
  restoreVersion,
} from "../documents/versions.ts";

type LibraryContext = Pick<HttpContext, "knowledge">;

/** `GET documents/:id/pages`: what was read out of it, page by page. */
export function readPagesRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    const { version } = parseBody(documentPagesQuerySchema, request.query);
    response.json(await readPages(knowledge, agentOf(response).tenantId, { documentId: id, version }));
  };
}

/** `GET documents/:id/versions`. */
export function listVersionsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    response.json({ items: await listDocumentVersions(knowledge, agentOf(response).tenantId, id) });
  };
}

/** `GET documents/:id/versions/:version/compare?with=`. */
export function compareVersionsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const documentId = parseId(documentIdSchema, request.params.id);
    const version = parseId(versionNumberSchema, request.params.version);
    const other = parseBody(compareVersionsQuerySchema, request.query).with;
    response.json(await compareVersions(knowledge, agentOf(response).tenantId, { documentId, version, other }));
  };
}

/** `PATCH documents/:id/versions/:version`. */
export function labelVersionRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const documentId = parseId(documentIdSchema, request.params.id);
    const version = parseId(versionNumberSchema, request.params.version);
    const { label } = parseBody(changeVersionRequestSchema, request.body);
    const agent = agentOf(response);
    const items = await labelVersion(asAgent(knowledge, agent), agent.tenantId, { documentId, version, label });
    response.json({ items });
  };
}

/** `POST documents/:id/versions/:version/restore`. */
export function restoreVersionRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    const version = parseId(versionNumberSchema, request.params.version);
    const agent = agentOf(response);
    const document = await restoreVersion(asAgent(knowledge, agent), agent.tenantId, { documentId: id, version });
    response.json({ document });
  };
}
