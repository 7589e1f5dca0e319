import type { RequestHandler } from "express";
import {
  compareVersionsQuerySchema,
  documentPagesQuerySchema,
  versionNumberSchema,
} from "../../../protocol/admin-documents.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { recordAction } from "../../tenants/audit.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseBody, parseId } from "../parse.ts";
import { actorOf } from "./actor.ts";

type LibraryContext = Pick<HttpContext, "knowledge" | "tenants">;

/** `GET documents/:id/pages`: what was read out of it, page by page. */
export function readPagesRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    const { version } = parseBody(documentPagesQuerySchema, request.query);
    response.json(await knowledge.readPages(agentOf(response).tenantId, id, version));
  };
}

/** `GET documents/:id/versions`. */
export function listVersionsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    response.json({ items: await knowledge.listVersions(agentOf(response).tenantId, id) });
  };
}

/** `GET documents/:id/versions/:version/compare?with=`. */
export function compareVersionsRoute({ knowledge }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const documentId = parseId(documentIdSchema, request.params.id);
    const version = parseId(versionNumberSchema, request.params.version);
    const other = parseBody(compareVersionsQuerySchema, request.query).with;
    response.json(await knowledge.compareVersions(agentOf(response).tenantId, { documentId, version, other }));
  };
}

/** `POST documents/:id/versions/:version/restore`. */
export function restoreVersionRoute({ knowledge, tenants }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(documentIdSchema, request.params.id);
    const version = parseId(versionNumberSchema, request.params.version);
    const agent = agentOf(response);
    const document = await knowledge.restoreVersion(agent.tenantId, id, version);
    await recordAction(tenants, agent.tenantId, {
      actor: actorOf(agent),
      action: "document.restore",
      target: { kind: "document", id },
      detail: { version },
    });
    response.json({ document });
  };
}
