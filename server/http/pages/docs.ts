import { join } from "node:path";
import express, { Router } from "express";
import { AppError } from "../../errors.ts";
import { projectRoot } from "../../project-root.ts";
import { demoHeaders, docsHeaders } from "../security-headers.ts";

const cacheSeconds = 60;

/** `/docs`: this project's documentation, rendered at build, so that citations of the demo tenant lead somewhere. */
export function docsPages(): Router {
  const folder = join(projectRoot, "dist/docs");
  const router = Router();
  // The page that shows the chat as it is set there may do what a customer's page may.
  router.use((request, response, next) =>
    (request.path === "/live-theming" ? demoHeaders : docsHeaders)(request, response, next),
  );
  const files = { index: false as const, redirect: false, maxAge: cacheSeconds * 1_000 };
  router.get("/", (_request, response) => response.redirect(302, "/docs/guide"));
  // A page has no ending in its address, and a folder's page the folder's name.
  router.get("/{*path}", (request, _response, next) => {
    if (/^(?:\/[A-Za-z0-9][A-Za-z0-9_-]*)+\/?$/.test(request.path))
      request.url = `${request.path.replace(/\/$/, "")}.html`;
    next();
  });
  router.use(express.static(folder, files));
  router.use((request, response, next) => {
    // People get a page that leads on; programs the error they expect.
    if (request.accepts(["html", "json"]) !== "html") throw new AppError("not_found", "There is no such page.");
    response.status(404).set("Cache-Control", "no-cache");
    response.sendFile(join(folder, "not-found.html"), { cacheControl: false }, (error) => {
      if (error && !response.headersSent) next(new AppError("not_found", "There is no such page.", { cause: error }));
    });
  });
  return router;
}
