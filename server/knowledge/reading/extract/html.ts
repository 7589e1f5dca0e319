import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { removeConsent } from "../../../core/text/consent-element.ts";
import { type Block, blockText, cleanText, countVisible, coverageOf, type Extraction } from "./blocks.ts";
import { blocksOfElement } from "./html-blocks.ts";
import { removeChrome } from "./html-panels.ts";
import { type HtmlPage, replaceSigns } from "./html-signs.ts";
import { oneLine } from "./html-table.ts";

/** Least share of the page's own text that a narrower result must contain. */
const mainShare = 0.5;
const readableShare = 0.4;
/** Deepest nesting for Readability, whose time grows with the cube of the nesting. No real page is nested deeper. */
const maxReadableDepth = 100;

/** Reads the text of a web page: its main element, else the result of Readability, else the body without navigation and similar parts. */
export function extractHtml(source: string): Extraction {
  const html = cleanText(source);
  const document = parsePage(html);
  const struck = replaceSigns(document);
  const heading = oneLine(document.querySelector("h1")?.textContent ?? "");
  const title = titleOf(document, heading);
  const leftOut = removeChrome(document);
  removeConsent(document);
  const whole = blocksOfElement(document.body, title);
  const visible = countBlocks(whole);
  const blocks = mainBlocks(document, { title, visible }) ?? readableBlocks(html, { title, visible }) ?? whole;
  return { title, blocks, coverage: coverageOf(blocks, visible + struck + leftOut) };
}

/** Missing, repeated and misplaced tags do not matter, because everything is read as one body. */
const frameTags =
  /<!doctype[^<>]*>|<\?xml[^<>]*>|<\/?(?:html|head|body|frameset|noframes)(?:\s(?:[^"'<>]|"[^"<]*"|'[^'<]*')*)?>/gi;

function parsePage(html: string): HtmlPage {
  const content = html.replace(frameTags, " ");
  return parseHTML(`<!doctype html><html><head></head><body>${content}</body></html>`).document;
}

function titleOf(document: HtmlPage, heading: string): string | null {
  const named = [...document.querySelectorAll("title")].find((element) => !element.closest("svg"));
  const declared = oneLine(named?.textContent ?? "");
  // In `Install - Product docs`, the title is the part that the page's heading repeats.
  if (heading !== "" && (declared === "" || declared.includes(heading))) return heading;
  const [first] = declared.split(/(?<!\s)\s+[|–—·»-]\s+/);
  return first || heading || null;
}

interface Whole {
  title: string | null;
  /** Letters and digits of the whole page. */
  visible: number;
}

function mainBlocks(document: HtmlPage, { title, visible }: Whole): Block[] | null {
  for (const selector of ["main", "[role=main]", "article", "#content", "#page-content"]) {
    const found = [...document.querySelectorAll(selector)];
    if (found.length !== 1) continue;
    const blocks = blocksOfElement(found[0], title);
    if (countBlocks(blocks) >= visible * mainShare) return blocks;
  }
  return null;
}

function readableBlocks(html: string, { title, visible }: Whole): Block[] | null {
  if (nestingOf(html) > maxReadableDepth) return null;
  const document = parsePage(html);
  replaceSigns(document);
  removeChrome(document);
  removeConsent(document);
  const article = new Readability(document, { maxElemsToParse: 50_000, keepClasses: true }).parse();
  if (!article?.content) return null;
  const blocks = blocksOfElement(parsePage(article.content).body, title);
  return countBlocks(blocks) >= visible * readableShare ? blocks : null;
}

/** Nesting depth of containers, estimated from the tags alone. */
function nestingOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, closing] of html.matchAll(
    /<(\/?)(?:div|section|article|span|ul|ol|table|blockquote|font|b|i|em|strong|center)\b/gi,
  )) {
    depth = Math.max(0, depth + (closing ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function countBlocks(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + countVisible(block.type === "table" ? blockText(block) : block.text), 0);
}
