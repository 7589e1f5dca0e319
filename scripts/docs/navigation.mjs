import { readdirSync, readFileSync } from "node:fs";
import { inProject } from "../setup/paths.mjs";
import { addressOfFile } from "./addresses.mjs";

const decisions = "docs/decisions/README.md";

/**
 * The sections of the sidebar, from `navigation.json`: what each is about, and its pages in the order in which they are read.
 * @param titles the title of each source, for pages that are not called otherwise in the sidebar.
 */
export function readNavigation(titles) {
  const sections = JSON.parse(readFileSync(inProject("scripts/docs/navigation.json"), "utf8"));
  return sections.map(({ title, about, pages }) => ({
    title,
    about,
    pages: pages.map(({ source, address, label }) => ({
      source,
      address: address ?? addressOfFile(source),
      label: label ?? titles.get(source) ?? source,
    })),
  }));
}

/** Decision records by number: pages below the list of decisions, and not in the sidebar, which would be as long again. */
export function readRecords(titles) {
  return readdirSync(inProject("docs/decisions"))
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map((name) => `docs/decisions/${name}`)
    .map((source) => ({ source, address: addressOfFile(source), label: titles.get(source) ?? source }));
}

/**
 * The position of a page: its section, the page that the sidebar marks, and its neighbours. The neighbours of a record are records.
 * @param at the page's address.
 */
export function placeOf(at, { sections, records }) {
  const own = records.findIndex(({ address }) => address === at);
  const marked = own < 0 ? at : addressOfFile(decisions);
  const section = sections.find(({ pages }) => pages.some(({ address }) => address === marked));
  const row = own < 0 ? sections.flatMap(({ pages }) => pages) : records;
  const index = own < 0 ? row.findIndex(({ address }) => address === at) : own;
  return {
    section,
    marked,
    above: own < 0 ? undefined : section?.pages.find(({ address }) => address === marked),
    previous: index > 0 ? row[index - 1] : undefined,
    next: index < 0 ? undefined : row[index + 1],
  };
}
