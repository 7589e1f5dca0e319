import type { Request, RequestHandler, Response } from "express";
import {
  approveDraftRequestSchema,
  hintRequestSchema,
  replyRequestSchema,
  resolveRequestSchema,
  takeRequestSchema,
  ticketListQuerySchema,
} from "../../../protocol/admin.ts";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import { readInbox, readTicket } from "../../desk/tickets.ts";
import { type DeskTarget, replyToTicket, takeTicket } from "../../desk/verbs.ts";
import { recordAction } from "../../tenants/audit.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseBody, parseId } from "../parse.ts";
import { actorOf } from "./actor.ts";

type TicketContext = Pick<HttpContext, "desk" | "turns" | "tenants">;

/** `GET tickets`: one page of a view of the inbox. */
export function listTicketsRoute({ desk }: TicketContext): RequestHandler {
  return async (request, response) => {
    const query = parseBody(ticketListQuerySchema, request.query);
    const { tenantId, personId } = agentOf(response);
    response.json(await readInbox(desk, tenantId, { ...query, personId }));
  };
}

/** `GET tickets/:id`: all an agent needs to judge and answer. */
export function readTicketRoute({ desk }: TicketContext): RequestHandler {
  return async (request, response) => {
    const { tenantId, ticketId } = targetOf(request, response);
    response.json(await readTicket(desk, tenantId, ticketId));
  };
}

/** `POST tickets/:id/take`. */
export function takeRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, "ticket.take", (target, request) => {
    const body = parseBody(takeRequestSchema, request.body ?? {});
    return takeTicket(ctx.desk, target, { takeOver: body?.take_over });
  });
}

/** `POST tickets/:id/hint`: the assistant tries again with what the agent knows. */
export function hintRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, "ticket.hint", (target, request) =>
    ctx.turns.hint(target, parseBody(hintRequestSchema, request.body).hint),
  );
}

/** `POST tickets/:id/approve-draft`: sends the assistant's draft, edited or not, as the agent's answer. */
export function approveDraftRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, "ticket.approve_draft", (target, request) => {
    const body = parseBody(approveDraftRequestSchema, request.body ?? {});
    return ctx.turns.approveDraft({ ...target, content: body?.content, saveAsSnippet: body?.save_as_snippet ?? false });
  });
}

/** `POST tickets/:id/hand-back`. */
export function handBackRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, "ticket.hand_back", (target) => ctx.turns.handBack(target));
}

/** `POST tickets/:id/messages`: a person's reply; the ticket stays with them. */
export function replyRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, "ticket.reply", async (target, request) => {
    const { content, message_id: messageId } = parseBody(replyRequestSchema, request.body);
    await replyToTicket(ctx.desk, target, { content, messageId });
  });
}

/** `POST tickets/:id/resolve`: the person's answer ends the wait. */
export function resolveRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, "ticket.resolve", async ({ tenantId, ticketId, agent }, request) => {
    const { answer, save_as_snippet: saveAsSnippet = false } = parseBody(resolveRequestSchema, request.body);
    await ctx.turns.resolve({ tenantId, ticketId, answer, agent, saveAsSnippet });
  });
}

/** Does something to a ticket, notes it, and answers with the ticket as it is now. */
function verb(
  ctx: TicketContext,
  action: string,
  run: (target: DeskTarget, request: Request) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    const target = targetOf(request, response);
    await run(target, request);
    const { tenantId, ticketId } = target;
    await recordAction(ctx.tenants, tenantId, {
      actor: actorOf(agentOf(response)),
      action,
      target: { kind: "ticket", id: ticketId },
    });
    response.json(await readTicket(ctx.desk, tenantId, ticketId));
  };
}

/** The tenant comes from the credentials, only the ticket from the address. */
function targetOf(request: Request, response: Response): DeskTarget {
  const { tenantId, personId, name } = agentOf(response);
  return { tenantId, ticketId: parseId(ticketIdSchema, request.params.id), agent: { id: personId, name } };
}
