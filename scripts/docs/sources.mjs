import { readdirSync } from "node:fs";
import { inProject } from "../setup/paths.mjs";
import { rootPages } from "./addresses.mjs";

/** Every Markdown file that is a page of the documentation. */
export function pageSources() {
  const below = readdirSync(inProject("docs"), { recursive: true, encoding: "utf8" });
  const pages = below.filter((path) => path.endsWith(".md")).map((path) => `docs/${path.replaceAll("\\", "/")}`);
  return [...rootPages, ...pages];
}

/**
 * Errors in the list of pages: a page that the sidebar lacks, a page listed twice, and a page that no longer exists. Decision records are
 * not in the list.
 */
export function wronglyListed(sections) {
  const listed = sections.flatMap(({ pages }) => pages.flatMap(({ source }) => source ?? []));
  const wanted = pageSources().filter((source) => !/^docs\/decisions\/\d{4}-/.test(source));
  return [
    ...wanted.filter((source) => !listed.includes(source)).map((source) => `${source} is not in the list`),
    ...listed.filter((source) => !wanted.includes(source)).map((source) => `${source} is no page`),
    ...listed.filter((source, index) => listed.indexOf(source) !== index).map((source) => `${source} is in it twice`),
  ];
}
