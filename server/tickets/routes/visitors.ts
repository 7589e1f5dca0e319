import { visitorRoutes } from "../../../protocol/routes/visitors.ts";
import type { AgentCredentials } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { Routes } from "../../http/routes.ts";
import { blockVisitor } from "../desk/block.ts";
import { deleteVisitorWithTickets } from "../desk/delete.ts";
import type { DeskContext } from "./desk-target.ts";

export function addVisitorRoutes(routes: Routes, ctx: DeskContext): void {
  const by = (caller: AgentCredentials) => ({ tenantId: caller.tenantId, actor: actorOf(caller) });
  routes.implement(visitorRoutes, {
    deleteVisitor: ({ caller, id }) => deleteVisitorWithTickets(ctx.desk, { ...by(caller), id }),
    blockVisitor: ({ caller, id }) => blockVisitor(ctx.desk, { ...by(caller), visitorId: id }, true),
    unblockVisitor: ({ caller, id }) => blockVisitor(ctx.desk, { ...by(caller), visitorId: id }, false),
  });
}
