import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inProject } from "../setup/paths.mjs";
import { addressOfFile } from "./addresses.mjs";
import { listForPrograms, markdownAddress } from "./as-markdown.mjs";
import { buildSite, keep } from "./build-site.mjs";
import { framePage } from "./frame-page.mjs";
import { landingPage, notFoundPage } from "./landing.mjs";
import { madePages } from "./made-pages.mjs";
import { placeOf, readNavigation, readRecords } from "./navigation.mjs";
import { renderPage } from "./render-page.mjs";
import { searchablePage } from "./search-sections.mjs";
import { pageSources } from "./sources.mjs";

/** Writes the pages of `/docs` to `dist/docs`, each as `<path>.html`. The page of a folder is its README. */
const output = inProject("dist/docs");
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const files = await buildSite(join(output, "assets"));
const written = pageSources().map((source) => {
  const markdown = readFileSync(inProject(source), "utf8");
  return { source, markdown, address: addressOfFile(source), ...renderPage(markdown, source) };
});
const made = madePages();
const pages = [...written, ...made];
const titles = new Map(pages.map(({ source, title }) => [source, title]));
const navigation = { sections: readNavigation(titles), records: readRecords(titles) };
const project = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
// Every search term would match the list of all pages.
const searchable = pages
  .filter(({ source }) => source !== "docs/guide/README.md")
  .map((page) => searchablePage(page, page.markdown, placeOf(page.address, navigation).section?.title ?? ""));
const search = keep(join(output, "assets"), "search.json", JSON.stringify(searchable));
const site = { navigation, files: { ...files, search: `/docs/assets/${search}` }, project };

for (const page of pages) {
  const html = framePage(page, site);
  const name = page.address.slice("/docs/".length);
  write(name, html);
  if (name.endsWith("/README")) write(name.slice(0, -"/README".length), html);
  if (markdownAddress(page)) writeFileSync(join(output, `${name}.md`), page.markdown);
}
writeFileSync(join(output, "llms.txt"), listForPrograms(navigation.sections, pages));
write("index", framePage(landingPage(navigation, site.files), site));
write("not-found", framePage(notFoundPage(site.files), site));
write("live-theming", framePage(themingPage(), site));
copyFileSync(inProject("widget/demo/mark.svg"), join(output, "mark.svg"));
for (const folder of ["images", "screenshots"])
  cpSync(inProject("docs", folder), join(output, folder), { recursive: true });

/** The page that shows the demo's chat with the settings from a form. */
function themingPage() {
  const html = readFileSync(inProject("scripts/docs/live-theming.html"), "utf8");
  return { title: "Live theming", address: "/docs/live-theming", html };
}

function write(name, html) {
  const file = join(output, `${name}.html`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
}
