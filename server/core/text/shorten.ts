/** The text, cut after `limit` characters, with a mark for the cut. Never splits a character. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text
    .slice(0, limit)
    .toWellFormed()
    .replace(/\ufffd$/, "");
  return `${kept.trimEnd()}…`;
}

/** The same on one line. */
export function shorten(text: string, limit: number): string {
  return cut(text.replace(/\s+/g, " ").trim(), limit);
}

/** Words of any language: scripts without spaces are told apart by a dictionary. */
const words = new Intl.Segmenter("zh", { granularity: "word" });
/** Longest word that is read beyond the limit, so that a word ending exactly at the limit is recognized. */
const maxWordChars = 40;

/** The same on one line, cut at a word's end; within a word only if the word fills most of the line. */
export function shortenAtWord(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= limit) return line;
  const begins = [...words.segment(line.slice(0, limit + maxWordChars))].map(({ index }) => index);
  const end = begins.findLast((index) => index <= limit) ?? 0;
  if (end <= limit / 2) return cut(line, limit);
  return `${line.slice(0, end).replace(/(?<![\s,;:([–—-])[\s,;:([–—-]+$/u, "")}…`;
}
