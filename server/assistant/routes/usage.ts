import { modelRoutes } from "../../../protocol/routes/settings.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { readModelChoices, readModelUsage } from "../models/model-usage.ts";

export function addModelRoutes(routes: Routes, ctx: Pick<HttpContext, "tenants">): void {
  routes.implement(modelRoutes, {
    readModelUsage: ({ caller }) => readModelUsage(ctx.tenants, caller.tenantId),
    readModelChoices: ({ caller }) => readModelChoices(ctx.tenants, caller.tenantId),
  });
}
