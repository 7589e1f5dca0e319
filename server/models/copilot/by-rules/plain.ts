import { cleanSentence } from "../../extractive/clean-markdown.ts";

/** The mark of an item, and the number of a paragraph: both come and go without a word being changed. */
const itemMark = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const paragraphMark =
  /^\s*(?:§\s?\d+[a-z]?|\d{1,3}(?:\.\d{1,3})+\.?|\d{1,3}\\?[.)]|\((?:[a-z]|[ivx]{1,5}|\d{1,2})\)|[a-h][.)])\s+(?=\S)/i;

/** A statement without markup, marks of items and targets of links, on one line, with one kind of quotation mark. */
export function plainOf(raw: string): string {
  const bare = cleanSentence(raw.replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, " ").replace(itemMark, ""))
    .replace(/\[([^[\]]+)\]\([^()]*\)/g, "$1")
    .replace(/<https?:\/\/[^<>\s]+>/g, " ")
    .replace(/(?<![\p{L}\p{N}])[*_]+|[*_]+(?![\p{L}\p{N}])/gu, "")
    .replaceAll("`", "")
    .replace(/&(?:rsquo|lsquo|apos|#0?39|#8217);/g, "'")
    .replace(/&(?:quot|ldquo|rdquo);/g, '"')
    .replace(/&nbsp;/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/[’‘]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\s+/g, " ")
    .trim();
  return bare.replace(paragraphMark, "").trim();
}

/** What two statements must have in common to be the same one: their words, without signs and case. */
export function wordsKey(plain: string): string {
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%€$£.,]+/gu, " ")
    .replace(/[.,](?!\d)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
