import { posix } from "node:path";
import { Marked } from "marked";
import { addressOfLink } from "./addresses.mjs";
import { highlight } from "./highlight.mjs";
import { escapeHtml, unescapeHtml } from "./html.mjs";
import { renderPairs, renderPicture } from "./picture.mjs";

/** Longest description of a page for search engines and link previews, in characters. */
const descriptionChars = 160;

/**
 * Renders a page of our own documentation as HTML, with its title, what it is about, and its headings. Markup in the text is shown
 * as text, pairs of pictures aside; links and pictures lead to other pages of the documentation or to https addresses, anything
 * else loses its address.
 * @param source path of the file from the project's root, against which its links are resolved.
 */
export function renderPage(markdown, source) {
  const folder = posix.dirname(source);
  const headings = [];
  const slugs = new Map();
  const marked = new Marked({
    renderer: {
      html: ({ text }) => renderPairs(text, folder) ?? escapeHtml(text),
      code: ({ text, lang }) => codeOf(text, (lang ?? "").split(/\s/)[0]),
      heading({ tokens, depth }) {
        const text = unescapeHtml(this.parser.parseInline(tokens, this.parser.textRenderer));
        const id = freshSlug(text, slugs);
        headings.push({ id, depth, text });
        return headingOf({ id, depth, text, inner: this.parser.parseInline(tokens) });
      },
      link({ href, tokens }) {
        const address = addressOfLink(href, folder);
        const text = this.parser.parseInline(tokens);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      table(table) {
        return tableOf(this.parser, table);
      },
      image: ({ href, text }) => renderPicture(href, text, folder),
    },
  });
  const html = marked.parse(markdown);
  return {
    title: headings.find(({ depth }) => depth === 1)?.text ?? "",
    description: descriptionOf(marked, markdown),
    headings,
    html,
  };
}

/** A heading below the first has a link to itself beside it: outside, so that a heading's name is its words. */
function headingOf({ id, depth, text, inner }) {
  const heading = `<h${depth} id="${escapeHtml(id)}">${inner}</h${depth}>`;
  if (depth === 1) return `${heading}\n`;
  const link = `<a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to “${escapeHtml(text)}”"><span aria-hidden="true">#</span></a>`;
  return `<div class="heading">${heading}${link}</div>\n`;
}

function codeOf(text, language) {
  const { html, name } = highlight(text, language);
  const label = name === "" ? "" : `<span class="language" aria-hidden="true">${escapeHtml(name)}</span>`;
  // Can be scrolled with the keyboard, too.
  return `<div class="code">${label}<pre tabindex="0"><code>${html}</code></pre></div>\n`;
}

/** Each cell knows its column: on a phone the rows stand below each other. There, roles say that it is a table still. */
function tableOf(parser, { header, rows }) {
  const names = header.map(({ tokens }) => unescapeHtml(parser.parseInline(tokens, parser.textRenderer)));
  const head = header.map(({ tokens }) => `<th scope="col" role="columnheader">${parser.parseInline(tokens)}</th>`);
  const body = rows.map((cells) => {
    const cell = ({ tokens }, index) =>
      `<td role="cell" data-column="${escapeHtml(names[index] ?? "")}">${parser.parseInline(tokens)}</td>`;
    return `<tr role="row">${cells.map(cell).join("")}</tr>`;
  });
  return `<table role="table">\n<thead role="rowgroup"><tr role="row">${head.join("")}</tr></thead>\n<tbody role="rowgroup">\n${body.join("\n")}\n</tbody>\n</table>\n`;
}

/** The first paragraph that says something, whole sentences of it where they fit. */
function descriptionOf(marked, markdown) {
  const first = marked.lexer(markdown).find(({ type, tokens }) => type === "paragraph" && tokens[0].type !== "image");
  if (first === undefined) return "";
  const text = plainOf(first).replaceAll(/\s+/g, " ").trim();
  if (text.length <= descriptionChars) return text;
  const whole = text.slice(0, descriptionChars).lastIndexOf(". ");
  if (whole > 0) return text.slice(0, whole + 1);
  return `${text.slice(0, text.lastIndexOf(" ", descriptionChars - 1))}…`;
}

/** What a token of Markdown says, without its marks. */
export function plainOf({ tokens, text = "", type }) {
  if (type === "image") return "";
  return tokens === undefined ? unescapeHtml(text) : tokens.map(plainOf).join("");
}

/** The id of a heading, as links to it are written; a second one of the same words has a number. */
function freshSlug(text, slugs) {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
  const times = slugs.get(slug) ?? 0;
  slugs.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}
