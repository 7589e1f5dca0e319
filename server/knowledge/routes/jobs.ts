import { jobRoutes } from "../../../protocol/routes/documents.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { findJob, listJobs } from "../documents/list-jobs.ts";

export function addJobRoutes(routes: Routes, ctx: Pick<HttpContext, "knowledge">): void {
  routes.implement(jobRoutes, {
    listJobs: ({ caller, query }) => listJobs(ctx.knowledge, caller.tenantId, query),
    readJob: ({ caller, id }) => findJob(ctx.knowledge, caller.tenantId, id),
  });
}
