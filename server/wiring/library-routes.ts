import { type RequestHandler, Router } from "express";
import { listCacheRoute, purgeCacheRoute } from "../assistant/routes/cache.ts";
import { tryAnswerRoute } from "../assistant/routes/try-answer.ts";
import { requireRole } from "../http/agent.ts";
import { chatBodyBytes, documentBodyBytes, jsonBody } from "../http/body.ts";
import type { HttpContext } from "../http/context.ts";
import type { Routes } from "../http/routes.ts";
import { isUpload } from "../http/upload.ts";
import { readChunksRoute, readCitationsRoute } from "../knowledge/routes/document-uses.ts";
import {
  compareVersionsRoute,
  labelVersionRoute,
  listVersionsRoute,
  readPagesRoute,
  restoreVersionRoute,
} from "../knowledge/routes/document-versions.ts";
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
} from "../knowledge/routes/documents.ts";
import { addJobRoutes } from "../knowledge/routes/jobs.ts";
import { addSetRoutes } from "../knowledge/routes/sets.ts";
import { addSiteRoutes } from "../knowledge/routes/sites.ts";
import { addSnippetRoutes } from "../knowledge/routes/snippets.ts";

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
  addSetRoutes(routes, ctx);
  addJobRoutes(routes, ctx);
  routes.add("/search", { get: [searchRoute(ctx)] });
  routes.add("/search/answer", { post: [requireRole("agent"), ...jsonBody(chatBodyBytes), tryAnswerRoute(ctx)] });
  routes.add("/cache", { get: [listCacheRoute(ctx)], delete: [manager, purgeCacheRoute(ctx)] });
}

/** A form goes one way, everything else the other. */
function uploadOr(others: RequestHandler[], upload: RequestHandler): RequestHandler {
  const router = Router();
  router.use((request, response, next) => (isUpload(request) ? upload(request, response, next) : next()));
  router.use(...others);
  return router;
}
