import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";

/** Folders of the built screens. */
export interface BuiltFolders {
  console: string;
  widget: string;
}

const base = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
];
/** The same policies as the real server; a violation appears as an error in the page's console, and the test fails. */
const consolePolicy = [
  ...base,
  "manifest-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "trusted-types parley",
].join("; ");
const previewPolicy = [...base, "frame-ancestors 'self'", "trusted-types parley lit-html 'allow-duplicates'"].join(
  "; ",
);

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

const previewPage = join(import.meta.dirname, "../../widget/preview/index.html");

/** Sends a file of the console or the widget, or the page of the widget's preview. */
export async function sendPage(folders: BuiltFolders, path: string, response: ServerResponse): Promise<void> {
  if (path === "/widget-preview/") return sendFile(previewPage, previewPolicy, response);
  if (path.startsWith("/widget/"))
    return sendFile(join(folders.widget, normalize(path.slice("/widget/".length))), previewPolicy, response);
  const inside = normalize(path.replace(/^\/console\/?/, ""));
  return sendFile(join(folders.console, extname(inside) ? inside : "index.html"), consolePolicy, response);
}

async function sendFile(file: string, policy: string, response: ServerResponse): Promise<void> {
  const content = await readFile(file).catch(() => null);
  if (!content) return void response.writeHead(404).end();
  response.writeHead(200, {
    "content-type": contentTypes[extname(file)] ?? "application/octet-stream",
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
  });
  response.end(content);
}
