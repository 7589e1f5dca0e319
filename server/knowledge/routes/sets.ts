import { setRoutes } from "../../../protocol/routes/sets.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { changeDocumentSet, createDocumentSet, deleteDocumentSet, listDocumentSets } from "../documents/sets.ts";

export function addSetRoutes(routes: Routes, ctx: Pick<HttpContext, "knowledge">): void {
  routes.implement(setRoutes, {
    listSets: async ({ caller }) => ({ items: await listDocumentSets(ctx.knowledge, caller.tenantId) }),
    createSet: ({ caller, body }) => createDocumentSet(asAgent(ctx.knowledge, caller), caller.tenantId, body),
    deleteSet: ({ caller, name }) => deleteDocumentSet(asAgent(ctx.knowledge, caller), caller.tenantId, name),
    changeSet: ({ caller, name, body: change }) =>
      changeDocumentSet(asAgent(ctx.knowledge, caller), caller.tenantId, { name, change }),
  });
}
