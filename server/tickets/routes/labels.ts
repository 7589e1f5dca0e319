import { labelRoutes } from "../../../protocol/routes/labels.ts";
import type { AgentCredentials } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { Routes } from "../../http/routes.ts";
import { changeLabel, createLabel, type LabelKeeper, readLabel, readLabels, removeLabel } from "../desk/labels.ts";
import type { DeskContext } from "./desk-target.ts";

export function addLabelRoutes(routes: Routes, ctx: DeskContext): void {
  routes.implement(labelRoutes, {
    listLabels: async ({ caller }) => ({ items: await readLabels(ctx.desk, caller.tenantId) }),
    readLabel: ({ caller, id }) => readLabel(ctx.desk, caller.tenantId, id),
    createLabel: async ({ caller, body }) => ({ label: await createLabel(ctx.desk, keeperOf(caller), body) }),
    changeLabel: async ({ caller, id, body }) => ({
      label: await changeLabel(ctx.desk, keeperOf(caller), { id, ...body }),
    }),
    deleteLabel: ({ caller, id }) => removeLabel(ctx.desk, keeperOf(caller), id),
  });
}

function keeperOf(caller: AgentCredentials): LabelKeeper {
  return { tenantId: caller.tenantId, actor: actorOf(caller) };
}
