import { foldWord } from "../text/search-words.ts";

/** A word of a text or title, with its place in the text in UTF-16 units. */
export interface NameToken {
  /** As it was written. */
  raw: string;
  /** In lower case, without marks. */
  word: string;
  /** The same in the singular. */
  one: string;
  start: number;
  end: number;
}

const tokenPattern = /[\p{L}\p{N}]+(?:['’](?!s\b)[\p{L}]+)*/gu;

/** The words of a text, joined ones apart: `Two-Factor` is two. The sign of a genitive is left out. */
export function nameTokens(text: string): NameToken[] {
  return [...text.matchAll(tokenPattern)]
    .filter(({ 0: raw, index }) => !(raw === "s" && /['’]/u.test(text[index - 1] ?? "")))
    .map(({ 0: raw, index }) => {
      const word = foldWord(raw).replaceAll("’", "'");
      return { raw, word, one: oneOf(word), start: index, end: index + raw.length };
    });
}

/** The singular of an English word, and of some German ones, roughly: it only has to be the same on both sides. */
export function oneOf(word: string): string {
  // German: "Bedingungen", and the dative of "Hinweise".
  if (word.length > 7 && word.endsWith("ungen")) return word.slice(0, -2);
  if (word.length > 7 && /(?:is|ini|rdnung|lin)en$/u.test(word)) return word.slice(0, -1);
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
