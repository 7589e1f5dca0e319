import * as smd from "streaming-markdown";

/** The only elements that a text can produce. Everything else is shown as text or left out. */
const tags: Readonly<Record<number, string>> = {
  [smd.PARAGRAPH]: "p",
  [smd.BLOCKQUOTE]: "blockquote",
  [smd.ITALIC_AST]: "em",
  [smd.ITALIC_UND]: "em",
  [smd.STRONG_AST]: "strong",
  [smd.STRONG_UND]: "strong",
  [smd.STRIKE]: "s",
  [smd.CODE_INLINE]: "code",
  [smd.CODE_BLOCK]: "code",
  [smd.CODE_FENCE]: "code",
  [smd.LIST_UNORDERED]: "ul",
  [smd.LIST_ORDERED]: "ol",
  [smd.LIST_ITEM]: "li",
  [smd.LINE_BREAK]: "br",
  [smd.RULE]: "hr",
  [smd.TABLE]: "table",
  [smd.TABLE_ROW]: "tr",
  [smd.TABLE_CELL]: "td",
};

/** The tag name for a token; `span` when it needs no element of its own. */
export function tagOf(token: number): string {
  return tags[token] ?? "span";
}

/** Characters that open an inline element. They become text again if the element is never closed. */
const openers: Readonly<Record<number, string>> = {
  [smd.ITALIC_AST]: "*",
  [smd.ITALIC_UND]: "_",
  [smd.STRONG_AST]: "**",
  [smd.STRONG_UND]: "__",
  [smd.STRIKE]: "~~",
  [smd.CODE_INLINE]: "`",
  [smd.LINK]: "[",
  [smd.IMAGE]: "![",
};

/** The characters that opened an inline token; undefined for a block. */
export function openerOf(token: number): string | undefined {
  return openers[token];
}

/** The level of a heading; undefined for other tokens. */
export function headingLevel(token: number): number | undefined {
  return token >= smd.HEADING_1 && token <= smd.HEADING_6 ? token - smd.HEADING_1 + 1 : undefined;
}

/** True for the tokens whose text is shown unchanged. */
export function isCode(token: number | undefined): boolean {
  return token === smd.CODE_INLINE || token === smd.CODE_BLOCK || token === smd.CODE_FENCE;
}

/** True for tokens inside a line of text, false for blocks. */
export function isInline(token: number): boolean {
  return token in openers || token === smd.RAW_URL || token === smd.LINE_BREAK || token === smd.CHECKBOX;
}

/**
 * True when an inline element ends at its own closing characters, which the parser still holds; one that ends with its paragraph was not
 * meant as markup. Always true for a block.
 */
export function isClosedBy(token: number, pending: string): boolean {
  const opener = openerOf(token);
  if (opener === undefined) return true;
  if (token === smd.CODE_INLINE) return !pending.startsWith("\n");
  if (token === smd.LINK || token === smd.IMAGE) return pending.startsWith("]");
  return pending.startsWith(opener.charAt(0));
}
