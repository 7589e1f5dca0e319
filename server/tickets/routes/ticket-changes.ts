import { ticketChangeRoutes } from "../../../protocol/routes/ticket-changes.ts";
import { actorOf } from "../../http/actor.ts";
import type { Routes } from "../../http/routes.ts";
import { changeTickets } from "../desk/bulk.ts";
import { deleteTicket } from "../desk/delete.ts";
import { linkTickets, unlinkTickets } from "../desk/links.ts";
import { mergeTicket } from "../desk/merge.ts";
import { markAsSpam } from "../desk/resolve.ts";
import { changeTicket, findColleague, listAssignable } from "../desk/triage.ts";
import { undoDecision } from "../desk/undo.ts";
import { change, type DeskContext } from "./desk-target.ts";

export function addTicketChangeRoutes(routes: Routes, ctx: DeskContext): void {
  routes.implement(ticketChangeRoutes, {
    changeTicket: ({ body, ...call }) =>
      change(ctx, call, async (target) => {
        const assignee = await findColleague(ctx.desk, target.tenantId, body);
        await changeTicket(ctx.desk, target, { ...body, assignee });
      }),
    changeTickets: ({ caller, body }) => {
      const agent = { id: caller.personId, name: caller.shownAs };
      return changeTickets(ctx.desk, { tenantId: caller.tenantId, agent, actor: actorOf(caller) }, body);
    },
    listColleagues: async ({ caller }) => ({ items: await listAssignable(ctx.desk, caller.tenantId) }),
    endAsSpam: (call) => change(ctx, call, (target) => markAsSpam(ctx.desk, target)),
    mergeTicket: ({ body, ...call }) => change(ctx, call, (target) => mergeTicket(ctx.desk, target, body.into)),
    linkTickets: ({ body, ...call }) => change(ctx, call, (target) => linkTickets(ctx.desk, target, body.ticket_id)),
    unlinkTickets: ({ ticket, ...call }) => change(ctx, call, (target) => unlinkTickets(ctx.desk, target, ticket)),
    undoLastStep: (call) => change(ctx, call, (target) => undoDecision(ctx.desk, target)),
    deleteTicket: ({ caller, id }) => deleteTicket(ctx.desk, { tenantId: caller.tenantId, id, actor: actorOf(caller) }),
  });
}
