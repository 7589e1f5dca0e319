import * as smd from "streaming-markdown";

/** Elements a token becomes. What is not listed here (raw HTML, images, equations) never becomes an element of its own. */
const elements: ReadonlyMap<number, string> = new Map([
  [smd.PARAGRAPH, "p"],
  [smd.BLOCKQUOTE, "blockquote"],
  [smd.LIST_UNORDERED, "ul"],
  [smd.LIST_ORDERED, "ol"],
  [smd.LIST_ITEM, "li"],
  [smd.RULE, "hr"],
  [smd.LINE_BREAK, "br"],
  [smd.ITALIC_AST, "em"],
  [smd.ITALIC_UND, "em"],
  [smd.STRONG_AST, "strong"],
  [smd.STRONG_UND, "strong"],
  [smd.STRIKE, "s"],
  [smd.CODE_INLINE, "code"],
  [smd.TABLE, "table"],
  [smd.TABLE_ROW, "tr"],
]);

const headings: ReadonlySet<number> = new Set([
  smd.HEADING_1,
  smd.HEADING_2,
  smd.HEADING_3,
  smd.HEADING_4,
  smd.HEADING_5,
  smd.HEADING_6,
]);

export const linkTokens: ReadonlySet<number> = new Set([smd.LINK, smd.IMAGE, smd.RAW_URL]);
export const equationTokens: ReadonlySet<number> = new Set([smd.EQUATION_BLOCK, smd.EQUATION_INLINE]);

/** Tokens inside which characters mean themselves. */
export const literalTokens: ReadonlySet<number> = new Set([
  smd.CODE_BLOCK,
  smd.CODE_FENCE,
  smd.CODE_INLINE,
  smd.RAW_URL,
  smd.IMAGE,
  smd.EQUATION_BLOCK,
  smd.EQUATION_INLINE,
]);

/** Delimiters of spans, to give back what was typed when a span never closes. */
const delimiters: ReadonlyMap<number, string> = new Map([
  [smd.ITALIC_AST, "*"],
  [smd.ITALIC_UND, "_"],
  [smd.STRONG_AST, "**"],
  [smd.STRONG_UND, "__"],
  [smd.STRIKE, "~~"],
]);

/** The element for a token, attached where it belongs; null when the token has none. */
export function elementFor(token: number, parent: HTMLElement): HTMLElement | null {
  const doc = parent.ownerDocument;
  if (token === smd.CODE_BLOCK || token === smd.CODE_FENCE) {
    return append(reachable(append(parent, "pre")), "code");
  }
  if (token === smd.TABLE_CELL) return append(parent, parent.parentElement?.localName === "thead" ? "th" : "td");
  if (token === smd.TABLE_ROW) return append(tableSection(parent), "tr");
  if (token === smd.CHECKBOX || linkTokens.has(token) || equationTokens.has(token)) return append(parent, "span");
  if (headings.has(token)) {
    // Not h1..h6: a message must not take part in the page's outline.
    const heading = parent.appendChild(doc.createElement("p"));
    heading.className = "md-heading";
    return heading;
  }
  const name = elements.get(token);
  if (!name) return null;
  const element = append(parent, name);
  return token === smd.TABLE ? reachable(element) : element;
}

/** What the writer typed to open this span; for code and equations it depends on the parser's state at that moment. */
export function openingDelimiter(token: number, parser: smd.Parser): string {
  if (token === smd.CODE_INLINE) return "`".repeat(Math.max(1, parser.fence_start));
  if (equationTokens.has(token))
    return parser.pending[0] === "$" ? parser.pending : token === smd.EQUATION_BLOCK ? "\\[" : "\\(";
  return delimiters.get(token) ?? "";
}

/** Whether the span that ends now was closed by its own delimiter, as opposed to running out of text. */
export function closedProperly(token: number, parser: smd.Parser): boolean {
  const { pending } = parser;
  if (token === smd.CODE_INLINE) return /^ ?`*$/.test(pending);
  if (equationTokens.has(token)) return pending.startsWith("$") || pending.startsWith("\\");
  const delimiter = delimiters.get(token);
  return delimiter === undefined || pending.startsWith(delimiter.charAt(0));
}

/** Wide code and tables scroll on their own, so the keyboard must get to them. */
function reachable(element: HTMLElement): HTMLElement {
  element.setAttribute("tabindex", "0");
  return element;
}

function tableSection(table: HTMLElement): HTMLElement {
  if (table.children.length === 0) return append(table, "thead");
  const second = table.children[1];
  return second ? (second as HTMLElement) : append(table, "tbody");
}

function append(parent: HTMLElement, name: string): HTMLElement {
  return parent.appendChild(parent.ownerDocument.createElement(name));
}
