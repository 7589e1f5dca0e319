import type { Response } from "express";
import { ticketRoutes } from "../../../protocol/routes/tickets.ts";
import { agentStillAllowed } from "../../http/agent.ts";
import type { Handle } from "../../http/bind.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import type { SseResponse } from "../../http/open-streams.ts";
import type { Routes } from "../../http/routes.ts";
import { sendLog } from "../../http/send-log.ts";
import { handBackTicket } from "../desk/hand-back.ts";
import { sendHint } from "../desk/hint.ts";
import { joinViewers } from "../desk/presence.ts";
import { approveDraft, resolveTicket } from "../desk/resolve.ts";
import { readInbox, readTicket, readTicketMessages } from "../desk/tickets.ts";
import { publishTyping } from "../desk/typing.ts";
import { replyToTicket, takeTicket } from "../desk/verbs.ts";
import { receiveAttachment, sendAttachment } from "./attachment.ts";
import { readCursor } from "./chat/stream.ts";
import { followDesk } from "./desk-events.ts";
import { change, targetOf } from "./desk-target.ts";

export function addTicketRoutes(routes: Routes, ctx: HttpContext): void {
  const before = [agentStillAllowed(ctx)];
  routes.implement(ticketRoutes, {
    followDesk: { before, handle: followDesk(ctx) },
    listTickets: ({ caller: { tenantId, personId }, query: { label, assignee, ...query } }) => {
      const who = assignee === "me" ? personId : assignee;
      return readInbox(ctx.desk, tenantId, { ...query, personId, assignee: who, labels: label ? [label] : [] });
    },
    readTicket: (call) => readTicket(ctx.desk, { ...targetOf(call), personId: call.caller.personId }),
    readTicketMessages: ({ query, ...call }) => readTicketMessages(ctx.desk, targetOf(call), query.before),
    watchTicket: { before, handle: watchTicket(ctx) },
    takeTicket: ({ body, ...call }) =>
      change(ctx, call, (target) => takeTicket(ctx.desk, target, { takeOver: body?.take_over })),
    replyToTicket: ({ body: { message_id: messageId, ...reply }, ...call }) =>
      change(ctx, call, (target) => replyToTicket(ctx.desk, target, { ...reply, messageId })),
    sayTyping: async ({ body: { over = false, note: isNote = false } = {}, ...call }) => {
      await ctx.auth.limits.take("typing_caller", call.caller.personId);
      await publishTyping(ctx.desk, targetOf(call), { over, isNote });
    },
    uploadReplyAttachment: async ({ caller: { tenantId }, id: ticketId, request }) => ({
      attachment: await receiveAttachment(ctx.attachments, request, { tenantId, ticketId, sender: "agent" }),
    }),
    readTicketAttachment: ({ caller: { tenantId }, id: ticketId, attachment: id, query, response }) =>
      sendAttachment(ctx.attachments, { query, response }, { tenantId, ticketId, id, reader: "agent" }),
    handBackTicket: (call) => change(ctx, call, (target) => handBackTicket(ctx.desk, target)),
    hintTicket: ({ body, ...call }) => change(ctx, call, (target) => sendHint(ctx.desk, target, body.hint)),
    approveDraft: ({ body, ...call }) => {
      const { content, citations, save_as_snippet: saveAsSnippet = false } = body ?? {};
      return change(ctx, call, (target) => approveDraft(ctx.desk, target, { content, citations, saveAsSnippet }));
    },
    resolveTicket: ({ body, ...call }) => {
      const { answer = "", citations, save_as_snippet: saveAsSnippet = false, attachments: files = [] } = body;
      return change(ctx, call, (target) =>
        resolveTicket(ctx.desk, target, { answer, citations, saveAsSnippet, attachments: files }),
      );
    },
  });
}

/**
 * `GET tickets/:id/events`: the visitor's feed for an agent who has the ticket open, with the presence of other team members. With
 * `until=now` the response ends with the events so far, as in `GET /api/v1/chat/events`.
 */
function watchTicket(
  ctx: Pick<HttpContext, "desk" | "openLog" | "streams">,
): Handle<(typeof ticketRoutes)["watchTicket"]> {
  return async ({ caller: { tenantId }, id: ticketId, query, request, response }) => {
    const cursor = readCursor(request);
    const untilNow = query.until === "now";
    await sendLog(ctx.streams, {
      exchange: { req: request, res: response },
      open: (signal) => ctx.openLog({ tenantId, ticketId }, { cursor, untilNow, signal }),
      // A poll every 2 s would show the agent as leaving and returning.
      ...(untilNow ? {} : { beside: (stream, signal) => publishViewers(ctx, { response, ticketId, stream, signal }) }),
    });
  };
}

interface Looking {
  response: Response;
  ticketId: string;
  stream: SseResponse;
  signal: AbortSignal;
}

async function publishViewers(
  { desk }: Pick<HttpContext, "desk">,
  { response, ticketId, stream, signal }: Looking,
): Promise<void> {
  const { tenantId, personId, shownAs, kind } = agentOf(response);
  const viewer = { tenantId, ticketId, person: { id: personId, name: shownAs } };
  const joined = await joinViewers(desk.hub, viewer, {
    isSilent: kind === "api_key",
    onPresence(presence) {
      // A slow client misses a presence event; the next heartbeat repeats it.
      if (!response.writableNeedDrain) void stream.send({ event: "presence", json: JSON.stringify(presence) });
    },
  });
  const leave = () => void joined.close();
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
}
