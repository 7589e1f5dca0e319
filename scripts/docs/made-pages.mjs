import { commandPage } from "../reference/commands.ts";
import { apiPages } from "./api-pages.mjs";
import { renderPage } from "./render-page.mjs";

/** Pages that the documentation build generates from the program. They have no source to edit. */
export function madePages() {
  return [...apiPages(), { path: "commands", markdown: commandPage() }].map(({ path, markdown }) => {
    return { source: undefined, markdown, address: `/docs/${path}`, ...renderPage(markdown, `docs/${path}.md`) };
  });
}
