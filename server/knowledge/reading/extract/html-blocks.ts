import { parseHTML } from "linkedom";
import { type Block, blockText, cleanText, countVisible } from "./blocks.ts";
import { definitionsOf, integerOf, markedItems } from "./html-lists.ts";
import { panelEnd, panelName } from "./html-panels.ts";
import { replaceSigns } from "./html-signs.ts";
import { type DomNode, isLayoutTable, oneLine, tablesOf, tidy } from "./html-table.ts";
import { lowestLevel, SectionBlocks } from "./section-blocks.ts";

const blockElements = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM HEADER HGROUP HR HTML LI
  MAIN MENU NAV OL P SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL`.split(/\s+/),
);
/** Deepest nesting of blocks. Deeper text loses its structure. */
const maxDepth = 200;
/** Deepest nesting of tables; deeper tables are read as running text. */
const maxTableDepth = 4;

/** Deepest nesting of parts with their own name. */
const maxNamedDepth = 8;

/** A link to a page. An e-mail address or a phone number is content, not only a link. */
const toPage = /^(?!(?:mailto|tel|sms):)./i;

/** The blocks of an element's text, in reading order. @param title heading of the text that follows a part with its own name */
export function blocksOfElement(root: unknown, title: string | null = null): Block[] {
  const reader = new ElementReader(title);
  reader.walk(root as DomNode, 0); // a node of linkedom, whose types need the library of a browser
  reader.flush();
  return reader.blocks.withoutLinkSections();
}

/** The tables of a piece of HTML inside Markdown. */
export function tablesOfHtml(html: string): Block[] {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  replaceSigns(document);
  return blocksOfElement(document.body).filter((block) => block.type === "table");
}

/** The attribute that makes a paragraph a list item: the indentation of its number, which is part of its text. */
export const itemLevel = "data-item-level";

class ElementReader {
  readonly blocks: SectionBlocks;
  #text = "";
  /** The mark of the open list item; null in a paragraph. */
  #prefix: string | null = null;
  /** Letters of the open text that are inside links. */
  #linkedChars = 0;
  #listDepth = 0;
  #tableDepth = 0;
  #namedDepth = 0;

  constructor(title: string | null) {
    this.blocks = new SectionBlocks(title);
  }

  walk(node: DomNode, depth: number): void {
    if (node.nodeType === 3) this.#text += (node.textContent ?? "").replace(/\s+/g, " ");
    if (node.nodeType !== 1) return;
    if (depth > maxDepth) {
      this.#text += ` ${(node.textContent ?? "").replace(/\s+/g, " ")} `;
      return;
    }
    const name = node.nodeName.toUpperCase();
    const panel = node.getAttribute?.(panelName);
    const level = levelOf(node);
    if (level !== undefined) this.#addHeading(level, node.textContent ?? "");
    else if (panel && this.#namedDepth < maxNamedDepth) this.#addNamed(panel, () => this.#addBlock(node, depth));
    else if (node.getAttribute?.(panelEnd) === "") this.#addPanel(node, depth);
    else if (name === "DETAILS") this.#addDetails(node, depth);
    else if (name === "DL") this.#addDefinitions(node, depth);
    else if (name === "PRE") this.#addCode(node);
    else if (name === "TABLE" && this.#tableDepth < maxTableDepth) this.#addTable(node, depth);
    else if (name === "BR") this.#text += "\n";
    else if (name === "CODE" || name === "KBD" || name === "SAMP" || name === "TT") this.#addCodeSpan(node);
    else if (name === "OL" || name === "UL" || name === "MENU") this.#addList(node, depth);
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
    this.#prefix = null;
    this.#linkedChars = 0;
    if (countVisible(text) === 0) return;
    const block: Block =
      prefix === null ? { type: "paragraph", text } : { type: "item", text: prefix + text.replaceAll("\n", " ") };
    this.blocks.push(block, linkedChars >= countVisible(text));
  }

  #addChildren(node: DomNode, depth: number): void {
    for (const child of node.childNodes) this.walk(child, depth + 1);
  }

  #addBlock(node: DomNode, depth: number): void {
    // The first paragraph inside a list item continues the item's line.
    if (tidy(this.#text) !== "") this.flush();
    const level = node.getAttribute?.(itemLevel);
    if (level) this.#prefix = "  ".repeat(Number(level) || 0);
    this.#addChildren(node, depth);
    this.flush();
  }

  /** A part with its own name: a panel, or the definition of a term. The name becomes its heading. */
  #addNamed(name: string, addContent: () => void): void {
    this.flush();
    const around = this.blocks.current;
    const level = Math.min(lowestLevel, (around?.level ?? 1) + 1);
    this.#namedDepth += 1;
    this.#addHeading(level, name);
    addContent();
    this.flush();
    this.#namedDepth -= 1;
    this.blocks.resume(around);
  }

  /** A panel below its own heading. */
  #addPanel(panel: DomNode, depth: number): void {
    const own = this.blocks.current;
    this.#addBlock(panel, depth);
    if (own) this.blocks.resume(this.blocks.around(own));
  }

  #addDetails(details: DomNode, depth: number): void {
    const children = [...details.childNodes];
    const summary = children.find(({ nodeName }) => nodeName.toUpperCase() === "SUMMARY");
    const name = summary?.textContent ?? "";
    if (!summary || countVisible(name) === 0 || this.#namedDepth >= maxNamedDepth)
      return this.#addBlock(details, depth);
    this.#addNamed(name, () => {
      for (const child of children) if (child !== summary) this.walk(child, depth + 1);
    });
  }

  #addDefinitions(list: DomNode, depth: number): void {
    if (this.#namedDepth >= maxNamedDepth) return this.#addBlock(list, depth);
    for (const { name, definitions } of definitionsOf(list)) {
      const addAll = () => {
        for (const definition of definitions) this.#addBlock(definition, depth + 1);
      };
      if (countVisible(name) > 0) this.#addNamed(name, addAll);
      else addAll();
    }
  }

  #addLink(node: DomNode, depth: number): void {
    const before = countVisible(this.#text);
    this.#addChildren(node, depth);
    this.#linkedChars += Math.max(0, countVisible(this.#text) - before);
  }

  #addHeading(level: number, source: string): void {
    this.flush();
    const text = oneLine(source)
      .replace(/(?<!\s)\s*¶\s*$/, "")
      .trim();
    if (countVisible(text) > 0) this.blocks.push({ type: "heading", level, text });
  }

  #addCode(node: DomNode): void {
    this.flush();
    const text = cleanText(node.textContent ?? "").replace(/^\n+|(?<!\s)\s+$/g, "");
    const inner = [...(node.querySelectorAll?.("code") ?? [])][0];
    const classes = `${node.getAttribute?.("class") ?? ""} ${inner?.getAttribute?.("class") ?? ""}`;
    const language = /\blang(?:uage)?-([\w+#-]+)/.exec(classes)?.[1] ?? "";
    if (text.trim() !== "") this.blocks.push({ type: "code", language, text });
  }

  #addCodeSpan(node: DomNode): void {
    const text = tidy(node.textContent ?? "");
    if (text !== "") this.#text += text.includes("`") ? text : `\`${text}\``;
  }

  #addList(list: DomNode, depth: number): void {
    this.flush();
    this.#listDepth += 1;
    for (const { item, mark } of markedItems(list)) {
      this.flush();
      this.#prefix = `${"  ".repeat(Math.min(4, this.#listDepth - 1))}${mark} `;
      this.#addChildren(item, depth + 1);
    }
    this.flush();
    this.#listDepth -= 1;
  }

  #addTable(table: DomNode, depth: number): void {
    this.flush();
    if (isLayoutTable(table)) {
      this.#tableDepth += 1;
      this.#addBlock(table, depth);
      this.#tableDepth -= 1;
      return;
    }
    for (const each of tablesOf(table)) {
      const block: Block = { type: "table", ...each };
      if (countVisible(blockText(block)) > 0) this.blocks.push(block);
    }
  }
}

function levelOf(node: DomNode): number | undefined {
  const level = /^H([1-6])$/i.exec(node.nodeName)?.[1];
  if (level) return Number(level);
  if (node.getAttribute?.("role") !== "heading") return undefined;
  return Math.min(lowestLevel, Math.max(1, integerOf(node, "aria-level") ?? 2));
}
