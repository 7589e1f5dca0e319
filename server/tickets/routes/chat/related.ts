import type { RequestHandler } from "express";
import { relatedRequestSchema, solvedRequestSchema } from "../../../../protocol/requests.ts";
import { visitorOf } from "../../../http/credentials.ts";
import { parseBody } from "../../../http/parse.ts";
import type { ChatActions } from "./actions.ts";

/** `POST related`: opens a section that stands below an answer. */
export function relatedRoute(actions: Pick<ChatActions, "openRelated">): RequestHandler {
  return async (request, response) => {
    const body = parseBody(relatedRequestSchema, request.body);
    const { tenantId, ticketId } = visitorOf(response);
    await actions.openRelated({
      tenantId,
      ticketId,
      messageId: body.message_id,
      chunkId: body.chunk_id,
      clientId: body.client_id,
    });
    response.json({ ok: true });
  };
}

/** `POST solved`: a section has solved the question for which the team is asked. */
export function solvedRoute(actions: Pick<ChatActions, "solveTicket">): RequestHandler {
  return async (request, response) => {
    const { chunk_id: chunkId } = parseBody(solvedRequestSchema, request.body);
    const { tenantId, ticketId } = visitorOf(response);
    await actions.solveTicket({ tenantId, ticketId, chunkId });
    response.json({ ok: true });
  };
}
