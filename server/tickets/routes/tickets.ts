import type { RequestHandler } from "express";
import {
  approveDraftRequestSchema,
  hintRequestSchema,
  replyRequestSchema,
  resolveRequestSchema,
  takeRequestSchema,
  ticketListQuerySchema,
  typingRequestSchema,
} from "../../../protocol/admin.ts";
import { messagesQuerySchema } from "../../../protocol/messages.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";
import { handBackTicket } from "../desk/hand-back.ts";
import { giveHint } from "../desk/hint.ts";
import { approveDraft, markAsSpam, resolveTicket } from "../desk/resolve.ts";
import { readInbox, readTicket, readTicketMessages } from "../desk/tickets.ts";
import { tellTyping } from "../desk/typing.ts";
import { undoDecision } from "../desk/undo.ts";
import { replyToTicket, takeTicket } from "../desk/verbs.ts";
import { type DeskContext, targetOf, verb } from "./desk-target.ts";

/** `GET tickets`: one page of a view of the inbox. */
export function listTicketsRoute({ desk }: DeskContext): RequestHandler {
  return async (request, response) => {
    const { label, assignee, ...query } = parseBody(ticketListQuerySchema, request.query);
    const { tenantId, personId } = agentOf(response);
    const who = assignee === "me" ? personId : assignee;
    response.json(await readInbox(desk, tenantId, { ...query, personId, assignee: who, labels: label ? [label] : [] }));
  };
}

/** `GET tickets/:id`: all an agent needs to judge and answer. */
export function readTicketRoute({ desk }: DeskContext): RequestHandler {
  return async (request, response) => {
    const target = targetOf(request, response);
    response.json(await readTicket(desk, { ...target, personId: target.agent.id }));
  };
}

/** `GET tickets/:id/messages`: the newest messages, or those before a cursor. */
export function readTicketMessagesRoute({ desk }: DeskContext): RequestHandler {
  return async (request, response) => {
    const { before } = parseBody(messagesQuerySchema, request.query);
    response.json(await readTicketMessages(desk, targetOf(request, response), before));
  };
}

/** `POST tickets/:id/take`. */
export function takeRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target, request) => {
    const body = parseBody(takeRequestSchema, request.body ?? {});
    return takeTicket(ctx.desk, target, { takeOver: body?.take_over });
  });
}

/** `POST tickets/:id/hint`: the assistant tries again with what the agent knows. */
export function hintRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target, request) => giveHint(ctx.desk, target, parseBody(hintRequestSchema, request.body).hint));
}

/** `POST tickets/:id/approve-draft`: sends the assistant's draft, edited or not, as the agent's answer. */
export function approveDraftRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target, request) => {
    const body = parseBody(approveDraftRequestSchema, request.body ?? {});
    const { content, citations, save_as_snippet: saveAsSnippet = false } = body ?? {};
    return approveDraft(ctx.desk, target, { content, citations, saveAsSnippet });
  });
}

/** `POST tickets/:id/hand-back`. */
export function handBackRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target) => handBackTicket(ctx.desk, target));
}

/** `POST tickets/:id/messages`: a person's reply; the ticket stays with them. */
export function replyRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target, request) => {
    const { message_id: messageId, ...reply } = parseBody(replyRequestSchema, request.body);
    return replyToTicket(ctx.desk, target, { ...reply, messageId });
  });
}

/** `POST tickets/:id/resolve`: the person's answer ends the wait. */
export function resolveRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target, request) => {
    const body = parseBody(resolveRequestSchema, request.body ?? {});
    const { answer = "", citations, save_as_snippet: saveAsSnippet = false, attachments = [] } = body;
    return resolveTicket(ctx.desk, target, { answer, citations, saveAsSnippet, attachments });
  });
}

/** `POST tickets/:id/spam`: ends the ticket without a word. */
export function spamRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target) => markAsSpam(ctx.desk, target));
}

/** `POST tickets/:id/undo`: the caller's last decision is taken back. */
export function undoRoute(ctx: DeskContext): RequestHandler {
  return verb(ctx, (target) => undoDecision(ctx.desk, target));
}

/** `POST tickets/:id/typing`: the agent writes to the visitor, or has stopped. */
export function typingRoute(ctx: Pick<HttpContext, "desk" | "auth">): RequestHandler {
  return async (request, response) => {
    const { over = false, note: isNote = false } = parseBody(typingRequestSchema, request.body) ?? {};
    const target = targetOf(request, response);
    await ctx.auth.limits.take("typing_caller", target.agent.id);
    await tellTyping(ctx.desk, target, { over, isNote });
    response.json({ ok: true });
  };
}
