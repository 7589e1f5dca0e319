import { readFile } from "node:fs/promises";
import { join } from "node:path";
import express, { Router } from "express";
import { AppError } from "../../errors.ts";
import { projectRoot } from "../../project-root.ts";
import { docsHeaders } from "../security-headers.ts";
import { docsStyle } from "./docs-style.ts";
import { escapeHtml, renderMarkdown } from "./render-markdown.ts";

const cacheSeconds = 60;

/** `/docs`: this project's documentation, so that citations of the demo tenant lead somewhere. */
export function docsPages(): Router {
  const router = Router();
  router.use(docsHeaders);
  router.get("/style.css", (_request, response) => {
    response.set("Cache-Control", `public, max-age=${cacheSeconds}`).type("css").send(docsStyle);
  });
  router.use("/images", express.static(join(projectRoot, "docs/images"), { index: false, redirect: false }));
  router.get("/", (_request, response) => response.redirect(302, "/docs/guide"));
  router.get("/{*path}", async (request, response) => {
    const page = await readPage(request.path);
    response.set("Cache-Control", `public, max-age=${cacheSeconds}`).type("html").send(page);
  });
  return router;
}

async function readPage(path: string): Promise<string> {
  for (const source of candidates(path)) {
    const markdown = await readFile(join(projectRoot, source), "utf8").catch(() => null);
    if (markdown !== null) return frame(renderMarkdown(markdown, source));
  }
  throw new AppError("not_found", "There is no such page.");
}

/** Files that may stand behind a path. Only plain names get through, so none leads out of the folder. */
function candidates(path: string): string[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  if (segments.some((segment) => !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(segment))) return [];
  const name = segments.join("/");
  return name === "README" ? ["README.md"] : [`docs/${name}.md`, `docs/${name}/README.md`];
}

function frame(page: { title: string; html: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Parley</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><a href="/docs/guide">Parley documentation</a></header>
<main>
${page.html}</main>
</body>
</html>
`;
}
