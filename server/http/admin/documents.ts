import type { RequestHandler } from "express";
import { addDocumentRequestSchema, listQuerySchema, searchQuerySchema } from "../../../protocol/admin.ts";
import { documentIdSchema } from "../../../protocol/ids.ts";
import { recordAction } from "../../tenants/audit.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseBody, parseId } from "../parse.ts";
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

/** `POST documents`: takes the text in; 202, because it becomes searchable a moment later. */
export function addDocumentRoute({ knowledge, tenants }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(addDocumentRequestSchema, request.body);
    const agent = agentOf(response);
    const document = await knowledge.addDocument(agent.tenantId, body);
    await recordAction(tenants, agent.tenantId, {
      actor: actorOf(agent),
      action: "document.add",
      target: { kind: "document", id: document.id },
    });
    response.status(202).json({ document });
  };
}

/** `DELETE documents/:id`. */
export function deleteDocumentRoute({ knowledge, tenants }: LibraryContext): RequestHandler {
  return async (request, response) => {
    const agent = agentOf(response);
    const id = parseId(documentIdSchema, request.params.id);
    await knowledge.deleteDocument(agent.tenantId, id);
    await recordAction(tenants, agent.tenantId, {
      actor: actorOf(agent),
      action: "document.delete",
      target: { kind: "document", id },
    });
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
