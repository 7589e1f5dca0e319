import { markdownAddress } from "./as-markdown.mjs";
import { escapeHtml } from "./html.mjs";
import { icons } from "./icons.mjs";
import { placeOf } from "./navigation.mjs";
import { searchLink } from "./search-link.mjs";

/**
 * Builds a whole page around the rendered content. The page has no inline script or style, because the policy allows neither. Readers can
 * read and reach everything without a script. A script adds the theme switch, the search and the chat.
 * @param page `title`, `description`, `html` and `headings` as rendered, its `address`, and its `source` file.
 * @param site sections and records, names of the built files, and the project data from `package.json`.
 */
export function framePage(page, site) {
  const place = placeOf(page.address, site.navigation);
  return `<!doctype html>
<html lang="en">
<head>
${headOf(page, site)}
</head>
<body${page.layout ? ` class="${page.layout}"` : ""}>
<a class="skip" href="#content">Skip to content</a>
${headerOf(site)}
<div class="frame">
${sidebarOf(place, site)}
<main id="content" tabindex="-1">
${contentOf(page, { place, site })}
</main>
${besideOf(page)}
</div>
${footerOf(site)}
</body>
</html>
`;
}

function headOf({ title, description = "" }, { files }) {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)} · Parley</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    '<link rel="icon" href="/docs/mark.svg" type="image/svg+xml">',
    // This script comes first and blocks rendering, so that the first paint has the chosen theme.
    `<script src="${files.theme}"></script>`,
    `<link rel="stylesheet" href="${files.style}">`,
    `<script type="module" src="${files.script}"></script>`,
  ]
    .filter(Boolean)
    .join("\n");
}

function headerOf({ files }) {
  return `<header class="top">
<button class="icon menu" type="button" popovertarget="pages" aria-label="Pages">${icons.menu}</button>
<a class="brand" href="/docs"><img src="/docs/mark.svg" alt="" width="26" height="26">Parley <span>Docs</span></a>
${searchLink(files, { name: "Search" })}
<nav class="elsewhere" aria-label="Parley">${elsewhere}</nav>
<div class="theme" data-theme-switch></div>
</header>`;
}

const elsewhere = '<a href="/demo" data-demo>Demo</a> <a href="/console">Console</a>';

/** A popover: the browser opens it with its button and closes it on Escape or a tap outside. */
function sidebarOf({ marked }, { navigation }) {
  const sections = navigation.sections.map(({ title, pages }, index) => {
    const links = pages.map(({ address, label }) => {
      const current = address === marked ? ' aria-current="page"' : "";
      return `<li><a href="${address}"${current}>${escapeHtml(label)}</a></li>`;
    });
    return `<p id="pages-${index}">${escapeHtml(title)}</p>\n<ul aria-labelledby="pages-${index}">\n${links.join("\n")}\n</ul>`;
  });
  return `<nav class="pages" id="pages" popover aria-label="Documentation">
<button class="icon close" type="button" popovertarget="pages" popovertargetaction="hide" aria-label="Close">${icons.close}</button>
${sections.join("\n")}
<div class="elsewhere">${elsewhere}</div>
<div class="theme" data-theme-switch></div>
</nav>`;
}

function contentOf(page, { place, site }) {
  if (page.layout === "landing") return page.html;
  const end = page.html.indexOf("</h1>") + "</h1>".length;
  const contents = contentsOf(page);
  return [
    crumbsOf(place),
    page.html.slice(0, end),
    contents && `<details class="contents"><summary>On this page</summary>${contents}</details>`,
    page.html.slice(end),
    endOf(page, { place, site }),
  ]
    .filter(Boolean)
    .join("\n");
}

function crumbsOf({ section, above }) {
  if (section === undefined) return "";
  const last = above ? ` <a href="${above.address}">${escapeHtml(above.label)}</a>` : "";
  return `<nav class="crumbs" aria-label="Breadcrumb"><a href="/docs">Docs</a> <span>${escapeHtml(section.title)}</span>${last}</nav>`;
}

/** Links to the sections of a page that has several. A long list leaves out the deeper headings. */
function contentsOf({ headings = [] }) {
  const finest = headings.filter(({ depth }) => depth === 2 || depth === 3).length > 40 ? 2 : 3;
  const listed = headings.filter(({ depth }) => depth > 1 && depth <= finest);
  if (listed.length < 2) return "";
  const links = listed.map(
    ({ id, depth, text }) => `<li class="depth-${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<ul>\n${links.join("\n")}\n</ul>`;
}

function besideOf(page) {
  const contents = page.layout === "landing" ? "" : contentsOf(page);
  if (contents === "") return "";
  return `<aside class="beside"><nav aria-label="On this page"><p>On this page</p>\n${contents}</nav>${askButton(page)}</aside>`;
}

/** A script shows the button when there is an assistant. */
function askButton({ source }) {
  const name = source ? "Ask about this page" : "Ask the assistant";
  return `<button class="ask away" type="button" data-ask="${source ? "page" : ""}">${icons.ask}${name}</button>`;
}

function endOf(page, { place: { previous, next }, site }) {
  const edit = page.source && editAddress(site.project, page.source);
  const link = (page, kind) =>
    page
      ? `<a class="${kind}" href="${page.address}" rel="${kind === "next" ? "next" : "prev"}"><small>${kind === "next" ? "Next" : "Previous"}</small> ${escapeHtml(page.label)}</a>`
      : "";
  const around =
    previous || next
      ? `<nav class="around" aria-label="Previous and next page">${link(previous, "previous")}${link(next, "next")}</nav>`
      : "";
  const markdown = markdownAddress(page);
  const plain = markdown ? `<a href="${markdown}">${icons.text}View as Markdown</a>` : "";
  const own = edit ? `<a href="${escapeHtml(edit)}">${icons.edit}Edit this page</a>` : "";
  return `<p class="own">${askButton(page)}${plain}${own}</p>${around}`;
}

function footerOf({ project }) {
  return `<footer class="bottom"><p>Parley ${escapeHtml(project.version)} · Apache License 2.0</p></footer>`;
}

/** Path of the edit page on each repository host. */
const editors = [
  { host: /^github\.com$/, path: "edit/main" },
  { host: /^(?:www\.)?gitlab\./, path: "-/edit/main" },
  { host: /^codeberg\.org$/, path: "_edit/main" },
];

/**
 * Address of the page that edits a file of this project, from `repository` in `package.json`. Undefined without a repository or for an
 * unknown host: no link is better than a broken one.
 */
function editAddress({ repository }, source) {
  const written = typeof repository === "string" ? repository : (repository?.url ?? "");
  const address = written.replace(/^github:/, "https://github.com/").replace(/^git\+/, "");
  const [, host, path] = /^https:\/\/([\w.-]+)(\/[\w./-]+?)(?:\.git)?\/?$/.exec(address) ?? [];
  const editor = editors.find((known) => host !== undefined && known.host.test(host));
  if (editor === undefined) return undefined;
  const folder = typeof repository === "string" ? undefined : repository.directory;
  return `https://${host}${path}/${editor.path}/${folder ? `${folder}/` : ""}${source}`;
}
