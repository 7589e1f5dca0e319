import { type RequestHandler, Router } from "express";
import type { Route } from "../../../../protocol/route.ts";
import { visitorConfirmationRoutes } from "../../../../protocol/routes/confirmations.ts";
import { visitorMemoryRoutes } from "../../../../protocol/routes/memories.ts";
import { visitorTicketRoutes } from "../../../../protocol/routes/visitor-tickets.ts";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import {
  correctOwnMemory,
  eraseOwnMemories,
  eraseOwnMemory,
  readOwnMemories,
} from "../../../assistant/memory/own-memories.ts";
import { AppError } from "../../../core/errors.ts";
import { addressKey } from "../../../http/address.ts";
import type { HttpContext } from "../../../http/context.ts";
import { limitBy } from "../../../http/limit-by.ts";
import { createRoutes, type Routes } from "../../../http/routes.ts";
import { addVisitorAnswerRoutes } from "./answers.ts";
import { addChatRoutes } from "./chat.ts";
import { allowOriginToReadErrors, preflight } from "./cors.ts";
import type { TicketLogDeps } from "./deps.ts";
import { renderSession } from "./session.ts";
import { streamTurn } from "./stream.ts";
import { requireVisitor, type VisitorOptions } from "./visitor.ts";

/** The API of a visitor's browser. Every route except `init` needs a session token. */
export function chatRouter(ctx: HttpContext, book: Route[]): Router {
  const { auth } = ctx;
  const router = Router();
  router.use(preflight(auth));
  const routes = createRoutes(router, { mount: "/api/v1/chat", book, guardsOf: (route) => guardsOf(auth, route) });
  addChatRoutes(routes, ctx);
  addVisitorTicketRoutes(routes, ctx);
  addVisitorAnswerRoutes(routes, ctx);
  addVisitorConfirmationRoutes(routes, ctx);
  addVisitorMemoryRoutes(routes, ctx);
  routes.finish();
  router.use(allowOriginToReadErrors(auth));
  return router;
}

/** Routes with rate limits or credentials of their own. */
const checkedAs: Record<string, VisitorOptions> = {
  sendMessage: { message: true },
  answerClarification: { message: true },
  uploadAttachment: { upload: true },
  followTicket: { query: true },
};

function guardsOf(auth: AuthServices, { id, auth: who, errors }: Route): RequestHandler[] {
  if (who !== "visitor") return [];
  // A route that rejects blocked visitors declares that error. Opening another ticket does not: after a rejection the widget would start as
  // a new visitor.
  return [requireVisitor(auth, checkedAs[id] ?? { says: errors?.includes("not_accepted") ?? false })];
}

function addVisitorConfirmationRoutes(routes: Routes, ctx: TicketLogDeps): void {
  routes.implement(visitorConfirmationRoutes, {
    answerConfirmation: async ({ caller, id, body: { approved }, request, response }) => {
      const { tenantId, ticketId } = caller;
      const taken = await ctx.turns.answerConfirmation({
        tenantId,
        ticketId,
        confirmationId: id,
        said: { by: "visitor", approved },
      });
      await streamTurn(ctx, { caller, request, response }, taken);
    },
  });
}

/** A visitor with a signed identity reads, corrects and erases their own memories. */
function addVisitorMemoryRoutes(routes: Routes, ctx: Pick<HttpContext, "memory">): void {
  routes.implement(visitorMemoryRoutes, {
    listOwnMemories: ({ caller, response }) => {
      response.set("Cache-Control", "no-store");
      return readOwnMemories(ctx.memory, caller);
    },
    eraseOwnMemories: ({ caller }) => eraseOwnMemories(ctx.memory, caller),
    correctOwnMemory: ({ caller, id, body: { content } }) => correctOwnMemory(ctx.memory, caller, { id, content }),
    eraseOwnMemory: ({ caller, id }) => eraseOwnMemory(ctx.memory, caller, id),
  });
}

/** A visitor's other tickets, and ending this one. */
function addVisitorTicketRoutes(routes: Routes, ctx: HttpContext): void {
  routes.implement(visitorTicketRoutes, {
    listOwnTickets: ({ caller, query }) => ctx.listTickets(caller, query),
    openAnotherTicket: {
      before: [limitBy(ctx.auth, "init_address")],
      handle: async ({ caller, body: { page }, response }) => {
        await ctx.auth.limits.take("init_tenant", caller.tenantId);
        response.set("Cache-Control", "no-store");
        return renderSession(await ctx.auth.newTicket(caller, page), ctx);
      },
    },
    openOwnTicket: async ({ caller, id, response }) => {
      response.set("Cache-Control", "no-store");
      return renderSession(await ctx.auth.openTicket(caller, id), ctx);
    },
    sayTicketSeen: ({ caller, body: { sequence } }) => ctx.noteSeen(caller, sequence),
    reopenTicket: ({ caller }) => ctx.reopenTicket(caller),
    readResolution: ({ caller }) => ctx.readResolution(caller),
    rateTicket: ({ caller: { tenantId, ticketId }, body: { score, comment } }) =>
      ctx.rateTicket({ tenantId, ticketId, score, comment }),
    sendTranscript: async ({ caller: { tenantId, ticketId }, body: { email: recipient }, request }) => {
      if (!ctx.requestTranscript)
        throw new AppError("not_found", "E-mail is not set up here, so no transcript can be sent.");
      await ctx.auth.limits.take("transcript_address", addressKey(request));
      await ctx.auth.limits.take("transcript_tenant", tenantId);
      await ctx.requestTranscript({ tenantId, ticketId, recipient });
    },
  });
}
