import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import type { ResumeRequest } from "../../../../protocol/requests.ts";
import { chatRoutes } from "../../../../protocol/routes/chat.ts";
import { readPicture } from "../../../accounts/people/picture.ts";
import { bearerToken } from "../../../accounts/sign-in/session.ts";
import { streamTicketSeconds } from "../../../accounts/sign-in/stream-tickets.ts";
import { AppError } from "../../../core/errors.ts";
import { addressKey } from "../../../http/address.ts";
import type { HttpContext } from "../../../http/context.ts";
import { limitBy } from "../../../http/limit-by.ts";
import type { Routes } from "../../../http/routes.ts";
import { sendLog } from "../../../http/send-log.ts";
import { readArticle } from "../../../knowledge/documents/read-article.ts";
import type { ClarificationRequest } from "../../turns/answer-clarification.ts";
import { receiveAttachment, sendAttachment } from "../attachment.ts";
import { allowOrigin } from "./cors.ts";
import { renderSession } from "./session.ts";
import { readCursor, streamTurn } from "./stream.ts";
import { visitorStillAllowed } from "./visitor.ts";
import { forVisitor } from "./visitor-log.ts";

/** A visitor's session, and one ticket's messages, turns and answers. */
export function addChatRoutes(routes: Routes, ctx: HttpContext): void {
  const newcomer = [limitBy(ctx.auth, "init_address")];
  const stillThere = [visitorStillAllowed(ctx.auth, ctx.settings.rightsCheckMs)];
  routes.implement(chatRoutes, {
    initSession: {
      before: newcomer,
      handle: async ({ body, request: { headers }, response }) => {
        await ctx.auth.limits.take("init_tenant", body.tenant_id);
        const { origin, authorization, "user-agent": userAgent } = headers;
        const token = bearerToken(authorization);
        const session = await ctx.auth.startSession({ request: body, origin, token, userAgent });
        allowOrigin(response, origin);
        response.set("Cache-Control", "no-store");
        return renderSession(session, ctx);
      },
    },
    readTeaser: {
      before: newcomer,
      handle: async ({ body: { tenant_id: tenantId }, request, response }) => {
        const { origin } = request.headers;
        const teaser = await ctx.auth.readTeaser({ tenantId, origin });
        allowOrigin(response, origin);
        response.set("Cache-Control", "no-store");
        return { teaser };
      },
    },
    sendMessage: {
      before: stillThere,
      handle: async ({ caller, body, request, response }) => {
        const { tenantId, ticketId } = caller;
        const { message_id: messageId, content, attachments = [], page } = body;
        const accepted = await ctx.turns.send({
          tenantId,
          ticketId,
          messageId,
          content,
          attachments,
          ...(page ? { page } : {}),
        });
        await streamTurn(ctx, { caller, request, response }, { accepted, messageId });
      },
    },
    answerClarification: async ({ caller, body, request, response }) => {
      const { tenantId, ticketId } = caller;
      const clarificationId = body.clarification_id;
      const taken = await ctx.turns.resume({ tenantId, ticketId, clarificationId, answer: answerOf(body) });
      await streamTurn(ctx, { caller, request, response }, taken);
    },
    followTicket: {
      before: stillThere,
      handle: async ({ caller, query, request, response }) => {
        const cursor = readCursor(request);
        // A client behind a proxy that buffers streams polls for the events so far.
        const until = query.until === "now" ? { untilNow: true } : { visitorId: caller.visitorId };
        await sendLog(ctx.streams, {
          exchange: { req: request, res: response },
          open: async (signal) => forVisitor(await ctx.openLog(caller, { cursor, signal, ...until })),
        });
      },
    },
    searchArticles: async ({ caller, query: { q }, response }) => {
      response.set("Cache-Control", "no-store");
      return { items: await ctx.searchArticles(caller, q) };
    },
    readArticle: ({ caller, id, query, response }) => {
      response.set("Cache-Control", "no-store");
      return readArticle(ctx.knowledge, caller.tenantId, { id, ...query });
    },
    uploadAttachment: async ({ caller: { tenantId, ticketId }, request }) => ({
      attachment: await receiveAttachment(ctx.attachments, request, { tenantId, ticketId, sender: "visitor" }),
    }),
    readAttachment: async ({ caller: { tenantId, ticketId }, id, query, response }) => {
      // The widget reads it on the customer's page, which may have its own cross-origin embedding policy.
      response.set("Cross-Origin-Resource-Policy", "cross-origin");
      await sendAttachment(ctx.attachments, { query, response }, { tenantId, ticketId, id, reader: "visitor" });
    },
    readFace: (call) => sendFace(ctx, call),
    createStreamTicket: async ({ caller, response }) => {
      const ticket = await ctx.auth.streamTickets.issue(caller);
      response.set("Cache-Control", "no-store");
      return { ticket, expires_in: streamTicketSeconds };
    },
    rateAnswer: ({ caller: { tenantId, ticketId }, body: { message_id: messageId, rating, reason } }) =>
      ctx.rateAnswer({ tenantId, ticketId, messageId, rating, reason }),
    openRelatedSection: ({ caller: { tenantId, ticketId }, body }) =>
      ctx.openRelated({
        tenantId,
        ticketId,
        messageId: body.message_id,
        chunkId: body.chunk_id,
        clientId: body.client_id,
      }),
    solveTicket: ({ caller: { tenantId, ticketId }, body: { chunk_id: chunkId } }) =>
      ctx.solveTicket({ tenantId, ticketId, chunkId }),
    saveContact: ({ caller: { tenantId, ticketId }, body: { email } }) =>
      ctx.leaveContact({ tenantId, ticketId, email }),
    answerForm: async ({ caller, body, response }) => {
      await ctx.answerForm(caller, body);
      response.set("Cache-Control", "no-store");
      return renderSession(await ctx.auth.openTicket(caller, caller.ticketId), ctx);
    },
    cancelTurn: ({ caller: { tenantId, ticketId } }) => ctx.turns.stop(tenantId, ticketId),
    endTicket: async ({ caller: { tenantId, ticketId } }) => {
      await ctx.turns.stop(tenantId, ticketId);
      await ctx.endTicket({ tenantId, ticketId });
    },
    readHistory: ({ caller, query: { before } }) => ctx.readHistory(caller, before),
  });
}

function answerOf({ choice, text }: ResumeRequest): ClarificationRequest["answer"] {
  if (choice !== undefined) return { type: "choice", choice };
  return text !== undefined && text.trim() !== "" ? { type: "text", text } : { type: "cancel" };
}

/** Cache time in seconds: a removed person's picture also disappears from browsers after this. */
const keptSeconds = 600;

/**
 * Sends the picture of an agent. The address is the only credential: it appears only in messages and cannot be guessed. It stops working
 * when the person leaves the tenant.
 */
async function sendFace(
  { auth, people }: Pick<HttpContext, "auth" | "people">,
  { address, request, response }: { address: string; request: Request; response: Response },
): Promise<void> {
  await auth.limits.take("chat_address", addressKey(request));
  const face = auth.faces.read(address);
  if (!face) throw new AppError("not_found", "Picture not found.");
  const { type, bytes } = await readPicture(people, face.tenantId, face.personId);
  response.set({
    "Content-Type": type,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    // Anyone who knows the address may fetch the picture, so any page may display it.
    "Access-Control-Allow-Origin": "*",
    "Cache-Control": `public, max-age=${keptSeconds}`,
    ETag: `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`,
  });
  response.send(Buffer.from(bytes));
}
