import { confirmationRoutes } from "../../../protocol/routes/confirmations.ts";
import type { Routes } from "../../http/routes.ts";
import { answerConfirmation, listWaitingConfirmations } from "../desk/confirmations.ts";
import { type DeskContext, targetOf } from "./desk-target.ts";

export function addConfirmationRoutes(routes: Routes, ctx: DeskContext): void {
  routes.implement(confirmationRoutes, {
    listConfirmations: async ({ caller }) => ({ items: await listWaitingConfirmations(ctx.desk, caller.tenantId) }),
    decideConfirmation: async ({ caller, id, confirmation: confirmationId, body: { approved } }) => ({
      confirmation: await answerConfirmation(ctx.desk, targetOf({ caller, id }), { confirmationId, approved }),
    }),
  });
}
