import { savedViewRoutes } from "../../../protocol/routes/saved-views.ts";
import { type AgentCredentials, hasRole } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { Routes } from "../../http/routes.ts";
import {
  changeSavedView,
  createSavedView,
  readSavedViews,
  removeSavedView,
  type ViewOwner,
} from "../desk/saved-views.ts";
import type { DeskContext } from "./desk-target.ts";

export function addSavedViewRoutes(routes: Routes, ctx: DeskContext): void {
  routes.implement(savedViewRoutes, {
    listSavedViews: async ({ caller }) => ({ items: await readSavedViews(ctx.desk, caller) }),
    createSavedView: async ({ caller, body }) => ({ view: await createSavedView(ctx.desk, ownerOf(caller), body) }),
    changeSavedView: async ({ caller, id, body }) => ({
      view: await changeSavedView(ctx.desk, ownerOf(caller), { id, ...body }),
    }),
    deleteSavedView: ({ caller, id }) => removeSavedView(ctx.desk, ownerOf(caller), id),
  });
}

function ownerOf(caller: AgentCredentials): ViewOwner {
  const { tenantId, personId, role } = caller;
  return { tenantId, personId, actor: actorOf(caller), keepsTeam: hasRole(role, "manager") };
}
