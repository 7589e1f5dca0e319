import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { AppError } from "../../core/errors.ts";
import { projectRoot } from "../../core/project-root.ts";
import { docsHeaders } from "../security-headers.ts";
import { compressed } from "./compressed.ts";

const cacheSeconds = 60;
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * `/docs`: this project's documentation, rendered at build time, so that the demo tenant's citations have a target.
 * @param assistantRoute returns the tenant that answers questions about it.
 */
export function docsPages(assistantRoute: RequestHandler): Router {
  const folder = join(projectRoot, "dist/docs");
  const router = Router();
  router.use(docsHeaders);
  router.get("/assistant.json", assistantRoute);
  // File names of scripts and styles change with their content.
  router.use(
    "/assets",
    compressed(join(folder, "assets")),
    express.static(join(folder, "assets"), {
      index: false,
      redirect: false,
      maxAge: yearSeconds * 1_000,
      immutable: true,
    }),
  );
  // A page's URL has no extension, a folder's page has the folder's name, and the start page has the empty path.
  router.get("/{*path}", (request, _response, next) => {
    if (request.path === "/") request.url = "/index.html";
    else if (/^(?:\/[A-Za-z0-9][A-Za-z0-9_-]*)+\/?$/.test(request.path))
      request.url = `${request.path.replace(/\/$/, "")}.html`;
    next();
  });
  router.use(express.static(folder, { index: false, redirect: false, maxAge: cacheSeconds * 1_000 }));
  router.use((request, response, next) => {
    // Browsers get a page with links, programs the error format they expect.
    if (request.accepts(["html", "json"]) !== "html") throw new AppError("not_found", "Page not found.");
    response.status(404).set("Cache-Control", "no-cache");
    response.sendFile(join(folder, "not-found.html"), { cacheControl: false }, (error) => {
      if (error && !response.headersSent) next(new AppError("not_found", "Page not found.", { cause: error }));
    });
  });
  return router;
}
