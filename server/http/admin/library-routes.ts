import { type RequestHandler, Router } from "express";
import { chatBodyBytes, documentBodyBytes, jsonBody } from "../body.ts";
import type { HttpContext } from "../context.ts";
import type { Routes } from "../routes.ts";
import { isUpload } from "../upload.ts";
import { requireRole } from "./agent.ts";
import { listCacheRoute, purgeCacheRoute } from "./cache.ts";
import { readChunksRoute, readCitationsRoute } from "./document-uses.ts";
import {
  compareVersionsRoute,
  labelVersionRoute,
  listVersionsRoute,
  readPagesRoute,
  restoreVersionRoute,
} from "./document-versions.ts";
import {
  addDocumentRoute,
  changeDocumentRoute,
  deleteDocumentRoute,
  fetchDocumentRoute,
  listDocumentsRoute,
  readDocumentRoute,
  reindexDocumentRoute,
  searchRoute,
  uploadDocumentsRoute,
} from "./documents.ts";
import { listJobsRoute, readJobRoute } from "./jobs.ts";
import { tenantMetricsRoute } from "./metrics.ts";
import { changeSetRoute, createSetRoute, deleteSetRoute, listSetsRoute } from "./sets.ts";
import { changeSiteRoute, deleteSiteRoute, listSitesRoute, lookAtSiteRoute, previewSiteRoute } from "./sites.ts";
import {
  addSnippetRoute,
  changeSnippetRoute,
  decideSnippetRoute,
  deleteSnippetRoute,
  listSnippetsRoute,
  readSnippetRoute,
} from "./snippets.ts";
import { tryAnswerRoute } from "./try-answer.ts";

/** The library's part: everybody of the tenant reads it, managers keep it. */
export function addLibraryRoutes(routes: Routes, ctx: HttpContext): void {
  const manager = requireRole("manager");
  routes.add("/documents", {
    get: [listDocumentsRoute(ctx)],
    post: [manager, uploadOr([...jsonBody(documentBodyBytes), addDocumentRoute(ctx)], uploadDocumentsRoute(ctx))],
  });
  routes.add("/documents/:id", {
    get: [readDocumentRoute(ctx)],
    patch: [manager, ...jsonBody(chatBodyBytes), changeDocumentRoute(ctx)],
    delete: [manager, deleteDocumentRoute(ctx)],
  });
  routes.add("/documents/:id/reindex", { post: [manager, reindexDocumentRoute(ctx)] });
  routes.add("/documents/:id/fetch", { post: [manager, fetchDocumentRoute(ctx)] });
  routes.add("/documents/:id/pages", { get: [readPagesRoute(ctx)] });
  routes.add("/documents/:id/chunks", { get: [readChunksRoute(ctx)] });
  routes.add("/documents/:id/citations", { get: [readCitationsRoute(ctx)] });
  routes.add("/documents/:id/versions", { get: [listVersionsRoute(ctx)] });
  routes.add("/documents/:id/versions/:version/compare", { get: [compareVersionsRoute(ctx)] });
  routes.add("/documents/:id/versions/:version", {
    patch: [manager, ...jsonBody(chatBodyBytes), labelVersionRoute(ctx)],
  });
  routes.add("/documents/:id/versions/:version/restore", { post: [manager, restoreVersionRoute(ctx)] });
  addSnippetRoutes(routes, ctx);
  addSiteRoutes(routes, ctx);
  routes.add("/sets", { get: [listSetsRoute(ctx)], post: [manager, ...jsonBody(chatBodyBytes), createSetRoute(ctx)] });
  routes.add("/sets/:name", {
    patch: [manager, ...jsonBody(chatBodyBytes), changeSetRoute(ctx)],
    delete: [manager, deleteSetRoute(ctx)],
  });
  routes.add("/jobs", { get: [listJobsRoute(ctx)] });
  routes.add("/jobs/:id", { get: [readJobRoute(ctx)] });
  routes.add("/search", { get: [searchRoute(ctx)] });
  routes.add("/search/answer", { post: [requireRole("agent"), ...jsonBody(chatBodyBytes), tryAnswerRoute(ctx)] });
  routes.add("/cache", { get: [listCacheRoute(ctx)], delete: [manager, purgeCacheRoute(ctx)] });
  routes.add("/metrics", { get: [tenantMetricsRoute(ctx.tenants)] });
}

function addSiteRoutes(routes: Routes, ctx: HttpContext): void {
  const manager = requireRole("manager");
  routes.add("/sites", { get: [listSitesRoute(ctx)] });
  routes.add("/sites/preview", { post: [manager, ...jsonBody(chatBodyBytes), previewSiteRoute(ctx)] });
  routes.add("/sites/:id", {
    patch: [manager, ...jsonBody(chatBodyBytes), changeSiteRoute(ctx)],
    delete: [manager, deleteSiteRoute(ctx)],
  });
  routes.add("/sites/:id/fetch", { post: [manager, lookAtSiteRoute(ctx)] });
}

/** Whoever answers may propose; what is used is decided by a manager. */
function addSnippetRoutes(routes: Routes, ctx: HttpContext): void {
  const manager = requireRole("manager");
  const change = [requireRole("agent"), ...jsonBody(documentBodyBytes)];
  routes.add("/snippets", { get: [listSnippetsRoute(ctx)], post: [...change, addSnippetRoute(ctx)] });
  routes.add("/snippets/:id", {
    get: [readSnippetRoute(ctx)],
    patch: [...change, changeSnippetRoute(ctx)],
    delete: [manager, deleteSnippetRoute(ctx)],
  });
  for (const decision of ["approve", "reject", "withdraw"] as const)
    routes.add(`/snippets/:id/${decision}`, { post: [manager, decideSnippetRoute(ctx, decision)] });
}

/** A form goes one way, everything else the other. */
function uploadOr(others: RequestHandler[], upload: RequestHandler): RequestHandler {
  const router = Router();
  router.use((request, response, next) => (isUpload(request) ? upload(request, response, next) : next()));
  router.use(...others);
  return router;
}
