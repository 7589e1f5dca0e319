import { parseHTML } from "linkedom";
import { type Cell, fillSpans, tableOf } from "../table.ts";
import { type Block, blockText, countVisible } from "./blocks.ts";

/** Elements that are always left out: scripts, forms, and the parts around a page's own text. */
export const chromeSelector = [
  "title,script,style,noscript,template,svg,canvas,iframe,object,embed,video,audio,link,meta,button,input,select,textarea,dialog",
  "nav,header:not(article header):not(main header),footer:not(article footer):not(main footer),aside",
  "[hidden],[aria-hidden=true],[role=navigation],[role=banner],[role=contentinfo],[role=search],[role=complementary],[role=dialog]",
].join(",");

const blockElements = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER HGROUP HR HTML LI
  MAIN MENU NAV OL P SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL`.split(/\s+/),
);
/** Deepest nesting of blocks. Deeper text loses its structure. */
const maxDepth = 200;
/** Deepest nesting of tables; deeper tables are read as running text. */
const maxTableDepth = 4;

/** A link to a page. An e-mail address or a phone number is content, not only a link. */
const toPage = /^(?!(?:mailto|tel|sms):)./i;

/** The parts of the DOM that this file uses; linkedom's types need the browser's type library. */
interface DomNode {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<DomNode>;
  parentNode?: DomNode | null;
  getAttribute?(name: string): string | null;
  querySelectorAll?(selector: string): Iterable<DomNode>;
}

/** The blocks of an element's text, in reading order. */
export function blocksOfElement(root: unknown): Block[] {
  const reader = new ElementReader();
  reader.walk(root as DomNode, 0); // a node of linkedom, whose types need the library of a browser
  reader.flush();
  return reader.blocksWithoutLinkSections();
}

/** The tables of a piece of HTML inside Markdown. */
export function tablesOfHtml(html: string): Block[] {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return blocksOfElement(document.body).filter((block) => block.type === "table");
}

class ElementReader {
  readonly blocks: Block[] = [];
  #text = "";
  #prefix = "";
  /** Letters of the open text that are inside links. */
  #linkedChars = 0;
  readonly #linksAlone = new Set<Block>();
  #listDepth = 0;
  #tableDepth = 0;

  walk(node: DomNode, depth: number): void {
    if (node.nodeType === 3) this.#text += (node.textContent ?? "").replace(/\s+/g, " ");
    if (node.nodeType !== 1) return;
    if (depth > maxDepth) {
      this.#text += ` ${(node.textContent ?? "").replace(/\s+/g, " ")} `;
      return;
    }
    const name = node.nodeName.toUpperCase();
    const level = /^H([1-6])$/.exec(name)?.[1];
    if (level) this.#addHeading(Number(level), node);
    else if (name === "PRE") this.#addCode(node);
    else if (name === "TABLE" && this.#tableDepth < maxTableDepth) this.#addTable(node, depth);
    else if (name === "BR") this.#text += "\n";
    else if (name === "CODE" || name === "KBD" || name === "SAMP" || name === "TT") this.#addCodeSpan(node);
    else if (name === "OL" || name === "UL" || name === "MENU") this.#addList(node, name === "OL", depth);
    else if (blockElements.has(name)) this.#addBlock(node, depth);
    else if (name === "A" && toPage.test(node.getAttribute?.("href") ?? "")) this.#addLink(node, depth);
    else this.#addChildren(node, depth);
  }

  /** Ends the open paragraph or list item. */
  flush(): void {
    const text = tidy(this.#text);
    const prefix = this.#prefix;
    const linkedChars = this.#linkedChars;
    this.#text = "";
    this.#prefix = "";
    this.#linkedChars = 0;
    if (countVisible(text) === 0) return;
    const block: Block =
      prefix === "" ? { type: "paragraph", text } : { type: "item", text: prefix + text.replaceAll("\n", " ") };
    this.blocks.push(block);
    if (linkedChars >= countVisible(text)) this.#linksAlone.add(block);
  }

  /**
   * Removes sections that contain only links, as for Markdown: they repeat the titles of other pages. A page with nothing else is a table
   * of contents and stays.
   */
  blocksWithoutLinkSections(): Block[] {
    const sections: Block[][] = [[]];
    for (const block of this.blocks) {
      if (block.type === "heading") sections.push([]);
      sections.at(-1)?.push(block);
    }
    const contentOf = (section: Block[]) => section.filter(({ type }) => type !== "heading");
    const kept = sections.filter((section) => {
      const content = contentOf(section);
      return content.length === 0 || !content.every((block) => this.#linksAlone.has(block));
    });
    return kept.some((section) => contentOf(section).length > 0) ? kept.flat() : this.blocks;
  }

  #addChildren(node: DomNode, depth: number): void {
    for (const child of node.childNodes) this.walk(child, depth + 1);
  }

  #addBlock(node: DomNode, depth: number): void {
    // The first paragraph inside a list item continues the item's line.
    if (tidy(this.#text) !== "") this.flush();
    this.#addChildren(node, depth);
    this.flush();
  }

  #addLink(node: DomNode, depth: number): void {
    const before = countVisible(this.#text);
    this.#addChildren(node, depth);
    this.#linkedChars += Math.max(0, countVisible(this.#text) - before);
  }

  #addHeading(level: number, node: DomNode): void {
    this.flush();
    const text = tidy(node.textContent ?? "")
      .replaceAll("\n", " ")
      .replace(/(?<!\s)\s*[¶#§]\s*$/, "")
      .trim();
    if (countVisible(text) > 0) this.blocks.push({ type: "heading", level, text });
  }

  #addCode(node: DomNode): void {
    this.flush();
    const text = (node.textContent ?? "").replace(/^\n+|(?<!\s)\s+$/g, "");
    const inner = [...(node.querySelectorAll?.("code") ?? [])][0];
    const classes = `${node.getAttribute?.("class") ?? ""} ${inner?.getAttribute?.("class") ?? ""}`;
    const language = /\blang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? "";
    if (text.trim() !== "") this.blocks.push({ type: "code", language, text });
  }

  #addCodeSpan(node: DomNode): void {
    const text = tidy(node.textContent ?? "");
    if (text !== "") this.#text += text.includes("`") ? text : `\`${text}\``;
  }

  #addList(list: DomNode, ordered: boolean, depth: number): void {
    this.flush();
    this.#listDepth += 1;
    let number = 0;
    for (const item of list.childNodes) {
      if (item.nodeType !== 1) continue;
      number += 1;
      this.flush();
      this.#prefix = `${"  ".repeat(Math.min(4, this.#listDepth - 1))}${ordered ? `${number}.` : "-"} `;
      this.#addChildren(item, depth + 1);
    }
    this.flush();
    this.#listDepth -= 1;
  }

  #addTable(table: DomNode, depth: number): void {
    this.flush();
    const rows = [...(table.querySelectorAll?.("tr") ?? [])];
    // A table that contains a table is used for layout; its cells are read as ordinary blocks.
    const isLayout =
      [...(table.querySelectorAll?.("table") ?? [])].length > 0 || rows.every((row) => cellsOf(row).length <= 1);
    if (isLayout) {
      this.#tableDepth += 1;
      this.#addBlock(table, depth);
      this.#tableDepth -= 1;
      return;
    }
    const caption = captionOf(table);
    const body = rows.findIndex((row) => !isHeaderRow(row));
    const filled = fillSpans(rows.map((row) => cellsOf(row).map(cellOf)));
    const block: Block = { type: "table", ...tableOf(filled, body < 0 ? rows.length : body, caption) };
    if (countVisible(blockText(block)) > 0) this.blocks.push(block);
  }
}

function captionOf(table: DomNode): string | null {
  const caption = [...table.childNodes].find(({ nodeName }) => nodeName.toUpperCase() === "CAPTION");
  return (caption && tidy(lineText(caption)).replaceAll("\n", " ")) || null;
}

function isHeaderRow(row: DomNode): boolean {
  const cells = cellsOf(row);
  const isInHead = row.parentNode?.nodeName.toUpperCase() === "THEAD";
  return isInHead || (cells.length > 0 && cells.every((cell) => cell.nodeName.toUpperCase() === "TH"));
}

function cellOf(cell: DomNode): Cell {
  const spanOf = (name: string) => Number(cell.getAttribute?.(name) ?? 1);
  return {
    text: tidy(lineText(cell)).replaceAll("\n", " "),
    rowSpan: spanOf("rowspan"),
    columnSpan: spanOf("colspan"),
  };
}

function cellsOf(row: DomNode): DomNode[] {
  return [...row.childNodes].filter((cell) => /^T[HD]$/i.test(cell.nodeName));
}

function tidy(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** Elements in a cell that start their own line. */
const ownLine = /^(?:BR|P|DIV|LI|UL|OL|DL|DT|DD|H[1-6]|TABLE|TR|TD|TH|BLOCKQUOTE|PRE|HR)$/i;
/** Deepest nesting in a cell; real cells are never that deep. */
const maxCellDepth = 100;

/** The text of a cell, with a space at each line break. */
function lineText(node: DomNode, depth = 0): string {
  if (node.nodeType === 3 || depth > maxCellDepth) return node.textContent ?? "";
  const text = [...node.childNodes].map((child) => lineText(child, depth + 1)).join("");
  return ownLine.test(node.nodeName) ? ` ${text} ` : text;
}
