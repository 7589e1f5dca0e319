import { lexer } from "marked";
import { plainOf } from "./render-page.mjs";

/**
 * Pages whose every word is searchable. The other pages are for developers of Parley; only their titles, descriptions and headings are
 * searchable, because their text would double the index.
 */
const wholePages = "docs/guide/";

/**
 * The search entry of a page: its sections, each with its anchor.
 * @param page `source`, `address`, `title`, `description` and `headings` as rendered.
 * @param section name of the sidebar's section that lists the page.
 */
export function searchablePage(page, markdown, section) {
  const { source, address, title, description, headings } = page;
  const sections = sectionsOf(markdown, headings);
  const whole = source?.startsWith(wholePages) ?? false;
  return {
    address,
    title,
    section,
    sections: sections.map(({ id, heading, text }) => [id, heading, whole ? text : id === "" ? description : ""]),
  };
}

/** Splits a page at its headings. The first section is the text above them. */
function sectionsOf(markdown, headings) {
  const sections = [{ id: "", heading: "", text: "" }];
  let place = 0;
  for (const token of lexer(markdown)) {
    if (token.type !== "heading") {
      sections.at(-1).text += ` ${textOf(token)}`;
      continue;
    }
    const { id, depth, text } = headings[place];
    place += 1;
    if (depth > 1) sections.push({ id, heading: text, text: "" });
  }
  if (place !== headings.length) throw new Error("a heading is inside another block: the search would miss it");
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, " ").trim() }));
}

function textOf(token) {
  if (token.type === "list") return token.items.map(textOf).join(" ");
  if (token.type === "table") return [token.header, ...token.rows].flat().map(plainOf).join(" ");
  if (token.type === "html") return "";
  return (token.tokens ?? []).some(({ type }) => type === "list") ? token.tokens.map(textOf).join(" ") : plainOf(token);
}
