import * as smd from "streaming-markdown";

/** The only elements a text can turn into. What is not listed here is shown as text or left out. */
const tags: Partial<Record<smd.Token, keyof HTMLElementTagNameMap>> = {
  [smd.PARAGRAPH]: "p",
  [smd.BLOCKQUOTE]: "blockquote",
  [smd.HEADING_1]: "h3",
  [smd.HEADING_2]: "h3",
  [smd.HEADING_3]: "h4",
  [smd.HEADING_4]: "h4",
  [smd.HEADING_5]: "h5",
  [smd.HEADING_6]: "h5",
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
const openers: Partial<Record<smd.Token, string>> = {
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
export function tagOf(token: smd.Token): keyof HTMLElementTagNameMap {
  return tags[token] ?? "span";
}

/** The sign that opened an inline token, or nothing for a block. */
export function openerOf(token: smd.Token): string | undefined {
  return openers[token];
}

/** True for the tokens whose text is shown letter by letter. */
export function isCode(token: smd.Token): boolean {
  return token === smd.CODE_INLINE || token === smd.CODE_BLOCK || token === smd.CODE_FENCE;
}
