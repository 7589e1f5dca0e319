import { type Excerpt, maxExcerptChars } from "../../../protocol/copilot.ts";
import { chunkIdSchema, documentIdSchema } from "../../../protocol/ids.ts";
import { clipSpan, type Span, sentenceSpans, trimSpan } from "../../core/text/sentences.ts";
import type { CopilotChunk } from "../ports.ts";

/** Longest quote, in UTF-16 units. */
const maxQuoteChars = 4_000;
/** Fewest letters and digits in a quote. A shorter quote proves nothing. */
const minLetters = 2;

/** The excerpts of one result, each once, in the order of their first use. */
export interface ExcerptList {
  /** @returns the index of the excerpt. A span that is too long is cut at the end of a sentence. */
  add(chunk: CopilotChunk, span: Span): number;
  all(): Excerpt[];
}

/** An empty list of excerpts. */
export function listExcerpts(): ExcerptList {
  const excerpts: Excerpt[] = [];
  const places = new Map<string, number>();
  return {
    add(chunk, span) {
      const excerpt = excerptOf(chunk, span);
      const key = `${chunk.chunk_id}\n${excerpt.text}`;
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, excerpts.length);
      return excerpts.push(excerpt) - 1;
    },
    all: () => excerpts,
  };
}

/** A span of a chunk, at most `maxExcerptChars` long. */
export function excerptOf(chunk: CopilotChunk, span: Span): Excerpt {
  const { start, end } = clipSpan(chunk.text, trimSpan(chunk.text, span), maxExcerptChars);
  const place = chunk.is_web
    ? { chunk_id: null, document_id: null, version_id: null }
    : {
        chunk_id: chunkIdSchema.parse(chunk.chunk_id),
        document_id: documentIdSchema.parse(chunk.document_id),
        version_id: chunk.version_id,
      };
  return {
    ...place,
    title: chunk.title,
    version: null,
    url: chunk.url,
    page: chunk.page,
    heading: chunk.heading,
    text: chunk.text.slice(start, end),
    is_web: chunk.is_web === true,
  };
}

/** Characters that models confuse become one character. Any white space is one space; soft hyphens and joiners are removed. */
const alike: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201a\u201b\u2032`\u00b4]/u, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/u, '"'],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/u, "-"],
  [/[\u00ad\u200b-\u200d\u2060\ufeff]/u, ""],
];

/** The normalized text, with the original position of each character. */
function folded(text: string): { text: string; places: number[] } {
  const places: number[] = [];
  let result = "";
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    const isSpace = /\s/u.test(sign);
    const same = isSpace
      ? " "
      : sign < "\u0080" && sign !== "`"
        ? sign
        : (alike.find(([signs]) => signs.test(sign))?.[1] ?? sign);
    if (same === "" || (isSpace && result.endsWith(" "))) continue;
    result += same;
    places.push(at);
  }
  return { text: result, places };
}

/**
 * Finds the position of a quote in a text; null when the text does not contain it. Only white space and the kinds of quotation marks and
 * dashes may differ. A similar text never counts.
 */
export function locateQuote(text: string, quote: string): Span | null {
  if (quote.length > maxQuoteChars) return null;
  const own = folded(text);
  const said = folded(quote.trim()).text.trim();
  // A model may add its own quotation marks.
  for (const wanted of [said, said.replace(/^["']|["']$/gu, "").trim()]) {
    if ((wanted.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < minLetters) continue;
    const at = own.text.indexOf(wanted);
    const [start, last] = [own.places[at], own.places[at + wanted.length - 1]];
    if (at >= 0 && start !== undefined && last !== undefined) return { start, end: last + 1 };
  }
  return null;
}

/**
 * The excerpt for a quote of this chunk; null when the chunk does not contain it. A quote that begins or ends inside a sentence is
 * extended to the whole sentence if that fits.
 */
export function excerptForQuote(chunk: CopilotChunk, quote: string): Excerpt | null {
  const found = locateQuote(chunk.text, quote);
  if (!found) return null;
  const around = sentenceSpans(chunk.text).filter(({ start, end }) => start < found.end && end > found.start);
  const whole = { start: around[0]?.start ?? found.start, end: around.at(-1)?.end ?? found.end };
  return excerptOf(chunk, whole.end - whole.start <= maxExcerptChars ? whole : found);
}
