/** The words of a document. They distinguish words divided at a line end from words with a hyphen. */
export type WordList = ReadonlySet<string>;

const divided = /(?<!\p{L})(\p{L}{2,})[-\u2010\u00ad]$/u;
const wide = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/u;

/** Joins lines into one text: divided words without the hyphen, other lines with a space. */
export function joinLines(lines: string[], words: WordList): string {
  let text = "";
  for (const line of lines) {
    const start = divided.exec(text)?.[1];
    const [rest] = /^(?:\p{L}+|\d+)/u.exec(line) ?? [];
    if (text === "") text = line;
    else if (start && rest) text = (keepsHyphen(start, rest, words) ? text : text.slice(0, -1)) + line;
    else if (wide.test(text.at(-1) ?? "") && wide.test(line.charAt(0))) text += line;
    else text += ` ${line}`;
  }
  return text;
}

/** The words of all lines, including words with a hyphen. */
export function wordListOf(lines: Iterable<string>): WordList {
  const words = new Set<string>();
  for (const line of lines) {
    for (const [word] of line.matchAll(/\p{L}+(?:-\p{L}+)*(?!-?$)/gu)) words.add(word.toLowerCase());
  }
  return words;
}

/** Prefixes that are nearly always followed by a hyphen. */
const hyphenated = new Set(["self", "non", "well", "all", "cross", "half", "ex"]);

/** `Trace-` and `Monkey` keep the hyphen unless the document elsewhere contains the word without it. */
function keepsHyphen(start: string, rest: string, words: WordList): boolean {
  const [left, right] = [start.toLowerCase(), rest.toLowerCase()];
  if (words.has(left + right)) return false;
  return hyphenated.has(left) || words.has(`${left}-${right}`) || !/^\p{Ll}/u.test(rest);
}
