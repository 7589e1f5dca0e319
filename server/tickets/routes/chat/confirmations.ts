import { visitorConfirmationRoutes } from "../../../../protocol/routes/confirmations.ts";
import type { Routes } from "../../../http/routes.ts";
import type { TicketLogDeps } from "./deps.ts";
import { streamTurn } from "./stream.ts";

export function addVisitorConfirmationRoutes(routes: Routes, ctx: TicketLogDeps): void {
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
