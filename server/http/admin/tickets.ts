import type { Request, RequestHandler, Response } from "express";
import {
  approveDraftRequestSchema,
  hintRequestSchema,
  replyRequestSchema,
  resolveRequestSchema,
  takeRequestSchema,
  ticketListQuerySchema,
  typingRequestSchema,
} from "../../../protocol/admin.ts";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import type { DeskTarget } from "../../desk/deps.ts";
import { handBackTicket } from "../../desk/hand-back.ts";
import { giveHint } from "../../desk/hint.ts";
import { approveDraft, resolveTicket } from "../../desk/resolve.ts";
import { readInbox, readTicket } from "../../desk/tickets.ts";
import { tellTyping } from "../../desk/typing.ts";
import { replyToTicket, takeTicket } from "../../desk/verbs.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { parseBody, parseId } from "../parse.ts";
import { actorOf } from "./actor.ts";

type TicketContext = Pick<HttpContext, "desk">;

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
  return verb(ctx, (target, request) => {
    const body = parseBody(takeRequestSchema, request.body ?? {});
    return takeTicket(ctx.desk, target, { takeOver: body?.take_over });
  });
}

/** `POST tickets/:id/hint`: the assistant tries again with what the agent knows. */
export function hintRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, (target, request) => giveHint(ctx.desk, target, parseBody(hintRequestSchema, request.body).hint));
}

/** `POST tickets/:id/approve-draft`: sends the assistant's draft, edited or not, as the agent's answer. */
export function approveDraftRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, (target, request) => {
    const body = parseBody(approveDraftRequestSchema, request.body ?? {});
    const { content, citations, save_as_snippet: saveAsSnippet = false } = body ?? {};
    return approveDraft(ctx.desk, target, { content, citations, saveAsSnippet });
  });
}

/** `POST tickets/:id/hand-back`. */
export function handBackRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, (target) => handBackTicket(ctx.desk, target));
}

/** `POST tickets/:id/messages`: a person's reply; the ticket stays with them. */
export function replyRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, (target, request) => {
    const { message_id: messageId, ...reply } = parseBody(replyRequestSchema, request.body);
    return replyToTicket(ctx.desk, target, { ...reply, messageId });
  });
}

/** `POST tickets/:id/resolve`: the person's answer ends the wait. */
export function resolveRoute(ctx: TicketContext): RequestHandler {
  return verb(ctx, (target, request) => {
    const body = parseBody(resolveRequestSchema, request.body ?? {});
    const { answer = "", citations, save_as_snippet: saveAsSnippet = false, attachments = [] } = body;
    return resolveTicket(ctx.desk, target, { answer, citations, saveAsSnippet, attachments });
  });
}

/** `POST tickets/:id/typing`: the agent writes to the visitor, or has stopped. */
export function typingRoute(ctx: Pick<HttpContext, "desk" | "auth">): RequestHandler {
  return async (request, response) => {
    const { over = false } = parseBody(typingRequestSchema, request.body) ?? {};
    const target = targetOf(request, response);
    await ctx.auth.limits.take("typing_caller", target.agent.id);
    await tellTyping(ctx.desk, target, { over });
    response.json({ ok: true });
  };
}

/** Does something to a ticket, and answers with the ticket as it is now. */
function verb(ctx: TicketContext, run: (target: DeskTarget, request: Request) => Promise<void>): RequestHandler {
  return async (request, response) => {
    const target = targetOf(request, response);
    await run(target, request);
    response.json(await readTicket(ctx.desk, target.tenantId, target.ticketId));
  };
}

/** The tenant comes from the credentials, only the ticket from the address. */
function targetOf(request: Request, response: Response): DeskTarget {
  const caller = agentOf(response);
  return {
    tenantId: caller.tenantId,
    ticketId: parseId(ticketIdSchema, request.params.id),
    agent: { id: caller.personId, name: caller.shownAs },
    actor: actorOf(caller),
  };
}
