import { readdirSync } from "node:fs";
import { inProject } from "../setup/paths.mjs";
import { rootPages } from "./addresses.mjs";

/** Every Markdown file that is a page of the documentation. */
export function pageSources() {
  const below = readdirSync(inProject("docs"), { recursive: true, encoding: "utf8" });
  const pages = below.filter((path) => path.endsWith(".md")).map((path) => `docs/${path.replaceAll("\\", "/")}`);
  return [...rootPages, ...pages];
}

/** What is wrong with the list of pages: one that the sidebar lacks, has twice, or that is no more. Decision records are not in it. */
export function wronglyListed(sections) {
  const listed = sections.flatMap(({ pages }) => pages.flatMap(({ source }) => source ?? []));
  const wanted = pageSources().filter((source) => !/^docs\/decisions\/\d{4}-/.test(source));
  return [
    ...wanted.filter((source) => !listed.includes(source)).map((source) => `${source} is not in the list`),
    ...listed.filter((source) => !wanted.includes(source)).map((source) => `${source} is no page`),
    ...listed.filter((source, index) => listed.indexOf(source) !== index).map((source) => `${source} is in it twice`),
  ];
}
