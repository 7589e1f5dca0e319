import { existsSync } from "node:fs";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { projectRoot } from "../../core/project-root.ts";
import { consoleHeaders, demoHeaders, previewHeaders, widgetHeaders } from "../security-headers.ts";
import { compressed } from "./compressed.ts";

const yearSeconds = 365 * 24 * 60 * 60;
/** The loader contains the name of the panel's file, so a new version reaches visitors within this time. */
const loaderSeconds = 300;

/** `/console`: the built single-page app; a path without a file returns the page itself. */
export function consolePages(): Router {
  const folder = join(projectRoot, "dist/admin");
  const router = Router();
  router.use(consoleHeaders);
  router.use(
    "/assets",
    compressed(join(folder, "assets")),
    express.static(join(folder, "assets"), {
      maxAge: yearSeconds * 1000,
      immutable: true,
      index: false,
      fallthrough: false,
    }),
  );
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response) => response.setHeader("Cache-Control", "no-cache"),
    }),
  );
  router.get("/{*path}", page(join(folder, "index.html"), "The console is not built yet. Run `npm run build`."));
  return router;
}

/** `/widget`: the loader is cached for a short time, its other files forever (their names change with their content). */
export function widgetFiles(): Router {
  const folder = join(projectRoot, "dist/widget");
  const router = Router();
  router.use(...widgetHeaders);
  router.use(
    compressed(folder),
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders(response, path) {
        const forEver = !/(?:parley|teaser|preview)\.js(?:\.br|\.gz)?$/.test(path) && !path.endsWith(".map");
        response.setHeader(
          "Cache-Control",
          forEver ? `public, max-age=${yearSeconds}, immutable` : `public, max-age=${loaderSeconds}`,
        );
      },
    }),
  );
  return router;
}

/** `/demo`: a customer's page with the widget. */
export function demoPages(configRoute: RequestHandler): Router {
  const folder = join(projectRoot, "widget/demo");
  const router = Router();
  router.use(demoHeaders);
  router.get("/config.json", configRoute);
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response) => response.setHeader("Cache-Control", "no-cache"),
    }),
  );
  router.get("/", page(join(folder, "index.html"), "The demo page is not included in this installation."));
  return router;
}

/** `/widget-preview`: an empty page with the widget, for the console, which controls the widget's appearance. */
export function widgetPreviewPage(): Router {
  const router = Router();
  router.use(previewHeaders);
  router.get(
    "/",
    page(join(projectRoot, "widget/preview/index.html"), "The preview is not included in this installation."),
  );
  return router;
}

function page(file: string, missing: string): RequestHandler {
  return (_request, response) => {
    response.set("Cache-Control", "no-cache");
    if (existsSync(file)) response.sendFile(file, { cacheControl: false });
    else response.status(503).type("text").send(missing);
  };
}
