import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inProject } from "../setup/paths.mjs";
import { framePage, notFoundPage, renderPage } from "./render-page.mjs";

/** Writes the pages of `/docs` to `dist/docs`, each as `<path>.html`; the page of a folder is its README. */
const output = inProject("dist/docs");
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
for (const path of pagesIn("docs")) writePage(`docs/${path}`, path);
writePage("README.md", "README.md");
write("not-found", framePage(notFoundPage()));
for (const file of ["style.css", "live-theming.html", "live-theming.css", "live-theming.js"]) {
  copyFileSync(inProject(`scripts/docs/${file}`), join(output, file));
}
for (const folder of ["images", "screenshots"])
  cpSync(inProject("docs", folder), join(output, folder), { recursive: true });

function pagesIn(folder) {
  return readdirSync(inProject(folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => path.replaceAll("\\", "/"));
}

function writePage(source, path) {
  const page = framePage(renderPage(readFileSync(inProject(source), "utf8"), source));
  const name = path.replace(/\.md$/, "");
  write(name, page);
  if (name.endsWith("/README")) write(name.slice(0, -"/README".length), page);
}

function write(name, page) {
  const file = join(output, `${name}.html`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page);
}
