/** A line that only draws: a rule, the line below a table's head, or the edge of a block of code. */
const drawing = /^[\s|:]*-[\s|:-]*$|^\s*([*_]\s*){3,}$|^\s*(```|~~~)[^`]*$/;
/** What a line begins with before its words: quote, heading, list, box to tick. */
const lineStart = /^[\s>]*(#{1,6}\s+|[-*+]\s+)?(\[[ x]\]\s+)?/i;
/** Code, whose signs are its own. One text of these is short, and no run of ticks is tried twice. */
const code = /(`{1,3})([^`]+)\1/;

/**
 * A text in Markdown as one reads it: without the signs that are for a renderer, also those that an excerpt has cut in two.
 * The cells of a table's row stand behind commas. Lines stay lines.
 */
export function plainText(markdown: string): string {
  return markdown
    .split("\n")
    .filter((line) => line.trim() === "" || !drawing.test(line))
    .map((line) => (line.trim() === "" ? "" : plainLine(line)))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function plainLine(line: string): string {
  const text = line.replace(lineStart, "").trimEnd();
  const isRow = text.startsWith("|") || text.endsWith("|");
  return isRow ? text.split("|").map(plainWords).filter(Boolean).join(", ") : plainWords(text);
}

function plainWords(text: string): string {
  // Split by a pattern with two groups: words, ticks, code, words, ...
  const parts = text.split(code);
  return parts
    .map((part, at) => (at % 3 === 0 ? withoutSigns(part) : at % 3 === 1 ? "" : part))
    .join("")
    .trim();
}

function withoutSigns(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replace(/<(https?:[^<>\s]*)>/g, "$1")
    .replace(/\*{2,}|~~|(?<![\p{L}\p{N}_])__(?=\S)|(?<=\S)__(?![\p{L}\p{N}_])/gu, "")
    .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]*[^\s*])\*(?![\p{L}\p{N}])/gu, "$1")
    .replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, "$1")
    .replace(/`{3,}/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
