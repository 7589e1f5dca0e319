import { visitorTicketRoutes } from "../../../../protocol/routes/visitor-tickets.ts";
import { AppError } from "../../../core/errors.ts";
import { addressKey } from "../../../http/address.ts";
import type { HttpContext } from "../../../http/context.ts";
import { limitBy } from "../../../http/limit-by.ts";
import type { Routes } from "../../../http/routes.ts";
import { renderSession } from "./session.ts";

/** A visitor's other tickets, and the end of this one. */
export function addVisitorTicketRoutes(routes: Routes, ctx: HttpContext): void {
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
