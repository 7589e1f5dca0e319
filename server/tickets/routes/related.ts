import type { RequestHandler } from "express";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import { linkRequestSchema, mergeRequestSchema } from "../../../protocol/related.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { linkTickets, unlinkTickets } from "../desk/links.ts";
import { mergeTicket } from "../desk/merge.ts";
import { type DeskContext, verb } from "./desk-target.ts";

/** `POST tickets/:id/merge`: the ticket goes on in another one of the same visitor. */
export function mergeRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target, request) =>
    mergeTicket(ctx.desk, target, parseBody(mergeRequestSchema, request.body).into),
  );
}

/** `POST tickets/:id/links`. */
export function linkRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target, request) =>
    linkTickets(ctx.desk, target, parseBody(linkRequestSchema, request.body).ticket_id),
  );
}

/** `DELETE tickets/:id/links/:ticket`. */
export function unlinkRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target, request) =>
    unlinkTickets(ctx.desk, target, parseId(ticketIdSchema, request.params["ticket"])),
  );
}
