import type { RequestHandler } from "express";
import { z } from "zod";
import { eraseRequestSchema, verifyReceiptSchema } from "../../../protocol/admin-erasures.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import type { ErasureDeps } from "../privacy/deps.ts";
import { erase, previewErasure, readErasure, readErasures } from "../privacy/erase.ts";
import { verifyReceipt } from "../privacy/receipts.ts";

/** `GET erasures`: what was erased on purpose, with receipts. */
export function listErasuresRoute(privacy: ErasureDeps): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await readErasures(privacy, agentOf(response).tenantId) });
  };
}

/** `GET erasures/:id`. */
export function readErasureRoute(privacy: ErasureDeps): RequestHandler {
  return async (request, response) => {
    const id = parseId(z.uuid(), request.params.id);
    response.json(await readErasure(privacy, agentOf(response).tenantId, id));
  };
}

/** `POST erasures`: erases a visitor, a ticket or a document; 202 when it goes on behind the answer. */
export function eraseRoute(privacy: ErasureDeps): RequestHandler {
  return async (request, response) => {
    const what = parseBody(eraseRequestSchema, request.body);
    const agent = agentOf(response);
    const erasure = await erase(privacy, { tenantId: agent.tenantId, actor: actorOf(agent), what });
    response.status(erasure.status === "done" ? 201 : 202).json(erasure);
  };
}

/** `POST erasures/preview`: how much would go. */
export function previewErasureRoute(privacy: ErasureDeps): RequestHandler {
  return async (request, response) => {
    const what = parseBody(eraseRequestSchema, request.body);
    response.json(await previewErasure(privacy, agentOf(response).tenantId, what));
  };
}

/** `POST erasures/verify`: whether a receipt is one of this installation's, and unchanged. */
export function verifyReceiptRoute(privacy: ErasureDeps): RequestHandler {
  return async (request, response) => {
    response.json(await verifyReceipt(privacy, parseBody(verifyReceiptSchema, request.body).receipt));
  };
}
