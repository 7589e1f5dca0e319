/** A line without text: a rule, the line below a table head, or the fence of a code block. */
const drawing = /^[\s|:]*-[\s|:-]*$|^\s*([*_]\s*){3,}$|^\s*(```|~~~)[^`]*$/;
/** Start of a line before its text: quote, heading, list, checkbox. */
const lineStart = /^[\s>]*(#{1,6}\s+|[-*+]\s+)?(\[[ x]\]\s+)?/i;
/** Code, whose characters are not Markdown. Such texts are short, and no run of backticks is tried twice. */
const code = /(`{1,3})([^`]+)\1/;

/**
 * Markdown as a reader sees it: without Markdown syntax, even syntax that an excerpt has cut in two. Commas separate the cells of a table
 * row. Line breaks stay. Other code uses `ui/markdown/plain-text.ts`, which asks the parser; that one is 1 kB larger, gzipped, than the
 * widget's size limit allows.
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
