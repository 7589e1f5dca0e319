/** Control characters that texts do not need; PostgreSQL rejects NUL. Tab and line breaks stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** JSON escapes for such a character, or for half of a surrogate pair. */
const escaped = /\\u(?:00[01]|007f|d[89a-f])/i;

/** Cleans a text for storing and sending: removes control characters and replaces half of a surrogate pair. */
export function cleanText(text: string): string {
  return text.replace(control, "").toWellFormed();
}

/** JSON from a model with clean strings, including escaped characters. A text that is not JSON is cleaned as text. */
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

/** Extracts the JSON object from a text: models without a response format wrap it in a code fence or in prose. */
export function jsonIn(text: string): string {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  return start >= 0 && end > start ? text.slice(start, end + 1) : text;
}

/** Cleans a text that arrives in pieces. When a surrogate pair is split over two pieces, the first half waits for the second. */
export class TextCleaner {
  #half = "";

  push(piece: string): string {
    const text = this.#half + piece;
    const isSplit = /[\ud800-\udbff]$/.test(text);
    this.#half = isSplit ? text.slice(-1) : "";
    return cleanText(isSplit ? text.slice(0, -1) : text);
  }

  /** Returns the rest when no more text comes. */
  end(): string {
    const rest = this.#half;
    this.#half = "";
    return cleanText(rest);
  }
}
