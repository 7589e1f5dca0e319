/** Control characters that no text has a use for; PostgreSQL refuses the first of them, NUL. Tab and line breaks stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** Ways to write such a character, or half of a pair, inside JSON. */
const escaped = /\\u(?:00[01]|007f|d[89a-f])/i;

/** The text as it can be stored and sent on: no control characters, a replacement character for half of a pair. */
export function cleanText(text: string): string {
  return text.replace(control, "").toWellFormed();
}

/** JSON of a model whose strings are clean, also those that were written as escapes. What is no JSON is cleaned as text. */
export function cleanJson(text: string): string {
  const plain = cleanText(text);
  if (!escaped.test(plain)) return plain;
  try {
    return JSON.stringify(
      JSON.parse(jsonIn(plain), (_key, value: unknown) => (typeof value === "string" ? cleanText(value) : value)),
    );
  } catch {
    return plain;
  }
}

/** The object in a text: models without a response format wrap JSON in a code fence or in talk. */
export function jsonIn(text: string): string {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  return start >= 0 && end > start ? text.slice(start, end + 1) : text;
}

/** Cleans a text that comes in pieces. A pair that is split over two pieces stays a pair: its first half waits for the second. */
export class TextCleaner {
  #half = "";

  push(piece: string): string {
    const text = this.#half + piece;
    const isSplit = /[\ud800-\udbff]$/.test(text);
    this.#half = isSplit ? text.slice(-1) : "";
    return cleanText(isSplit ? text.slice(0, -1) : text);
  }

  /** What is left when nothing more comes. */
  end(): string {
    const rest = this.#half;
    this.#half = "";
    return cleanText(rest);
  }
}
