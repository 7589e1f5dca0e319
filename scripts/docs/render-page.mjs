import { existsSync } from "node:fs";
import { posix } from "node:path";
import { Marked } from "marked";
import { inProject } from "../setup/paths.mjs";

/** Two pictures of which dark pages show the first: the only markup that is taken as such, because the README needs it. */
const pair =
  /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="([^"]*)">\s*<img (?:width="(\d{1,3}%)" )?alt="([^"]*)" src="([^"]*)">\s*<\/picture>/g;

/**
 * Renders a page of our own documentation as HTML, with its title. Markup in the text is shown as text, pairs of pictures aside;
 * links and pictures lead to other pages of the documentation or to https addresses, anything else loses its address.
 * A picture of the light mode brings the one of the dark mode along, where there is one.
 * @param source path of the file from the project's root, against which its links are resolved.
 */
export function renderPage(markdown, source) {
  const folder = posix.dirname(source);
  const slugs = new Map();
  let title = "";
  const marked = new Marked({
    renderer: {
      html: ({ text }) => (text.replace(pair, "").trim() === "" ? picturesOf(text) : escapeHtml(text)),
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      heading({ tokens, depth }) {
        const plain = unescapeHtml(this.parser.parseInline(tokens, this.parser.textRenderer));
        if (depth === 1 && title === "") title = plain;
        const slug = slugOf(plain);
        const times = slugs.get(slug) ?? 0;
        slugs.set(slug, times + 1);
        const id = times === 0 ? slug : `${slug}-${times}`;
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href, folder);
        const text = this.parser.parseInline(tokens);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      // Each cell knows its column: on a phone the rows stand below each other.
      table({ header, rows }) {
        const names = header.map(({ tokens }) => this.parser.parseInline(tokens, this.parser.textRenderer));
        const head = header.map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`).join("");
        const body = rows.map((cells) => {
          const cell = ({ tokens }, index) =>
            `<td data-column="${escapeHtml(unescapeHtml(names[index] ?? ""))}">${this.parser.parseInline(tokens)}</td>`;
          return `<tr>${cells.map(cell).join("")}</tr>`;
        });
        return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join("\n")}\n</tbody>\n</table>\n`;
      },
      image({ href, text }) {
        const dark = href.replace(/-light\.webp$/, "-dark.webp");
        const hasDark = dark !== href && existsSync(inProject(posix.join(folder, dark)));
        return pictureOf({ light: href, dark: hasDark ? dark : null, alt: text });
      },
    },
  });
  const picturesOf = (text) =>
    `<p>${[...text.matchAll(pair)].map(([, dark, width, alt, light]) => pictureOf({ light, dark, alt: unescapeHtml(alt), width })).join(" ")}</p>\n`;
  function pictureOf({ light, dark, alt, width }) {
    const [address, darkAddress] = [light, dark].map((href) => (href === null ? null : addressOf(href, folder)));
    if (address === null) return escapeHtml(alt);
    const size = width ? ` width="${width}"` : "";
    const image = `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}"${size} loading="lazy">`;
    if (darkAddress === null) return image;
    return `<picture><source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(darkAddress)}">${image}</picture>`;
  }
  const html = marked.parse(markdown);
  return { title, html };
}

/** What people read at an address of the documentation where no page is. */
export function notFoundPage() {
  return renderPage(
    "# There is no such page\n\nThe page was moved, or its address was not written in full. All pages stand in the [table of contents](docs/guide/README.md), and the answers to frequent questions in the [FAQ](docs/guide/faq.md).\n",
    "README.md",
  );
}

/** A whole page around what was rendered. It has no script and no style of its own: the policy allows neither. */
export function framePage({ title, html }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Parley</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><a href="/docs/guide">Parley documentation</a></header>
<main>
${html}</main>
</body>
</html>
`;
}

function addressOf(href, folder) {
  if (href.startsWith("https://") || /^http:\/\/localhost[:/]/.test(href) || href.startsWith("#")) return href;
  if (href.includes(":") || href.startsWith("/") || href.startsWith("\\")) return null;
  const [path, anchor] = href.split("#");
  const target = posix.normalize(posix.join(folder, path));
  const tail = anchor === undefined ? "" : `#${anchor}`;
  if (target === "README.md") return `/docs/README${tail}`;
  return target.startsWith("docs/") ? `/${target.replace(/\.md$/, "")}${tail}` : null;
}

/** The id of a heading, as links to it are written. */
function slugOf(text) {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

function escapeHtml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The parser gives text escaped already. */
function unescapeHtml(text) {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
