import * as smd from "streaming-markdown";

/** The only elements a text can turn into. What is not listed here is shown as text or left out. */
const tags: Readonly<Record<number, keyof HTMLElementTagNameMap>> = {
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

/** Signs that open an inline element; they come back as text if it is never closed. */
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

/** The name of the element for a token; a neutral one where it needs none of its own. */
export function tagOf(token: number): keyof HTMLElementTagNameMap {
  return tags[token] ?? "span";
}

/** The sign that opened an inline token, or nothing for a block. */
export function openerOf(token: number): string | undefined {
  return openers[token];
}

/** The level of a heading, or nothing for other tokens. */
export function headingLevel(token: number): number | undefined {
  return token >= smd.HEADING_1 && token <= smd.HEADING_6 ? token - smd.HEADING_1 + 1 : undefined;
}

/** True for the tokens whose text is shown letter by letter. */
export function isCode(token: number | undefined): boolean {
  return token === smd.CODE_INLINE || token === smd.CODE_BLOCK || token === smd.CODE_FENCE;
}

/** True for what stands in a line of text rather than in lines of its own. */
export function isInline(token: number): boolean {
  return token in openers || token === smd.RAW_URL || token === smd.LINE_BREAK || token === smd.CHECKBOX;
}
