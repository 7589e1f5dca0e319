import { type Excerpt, maxExcerptChars } from "../../../protocol/copilot.ts";
import { chunkIdSchema, documentIdSchema } from "../../../protocol/ids.ts";
import type { CopilotChunk } from "../../copilot/ports.ts";
import { clipSpan, type Span, sentenceSpans, trimSpan } from "../../text/sentences.ts";

/** A longer quote is none: nobody reads it out. */
const maxQuoteChars = 4_000;
/** A stretch with fewer letters and digits says nothing. */
const leastLetters = 2;

/** The excerpts of one result, each once, in the order in which they were first pointed at. */
export interface ExcerptList {
  /** @returns the place of the excerpt; the words are those of the span, cut at a sentence's end when it is too long. */
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

/** Words of a chunk as they stand in it, at most `maxExcerptChars` of them. */
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
    url: chunk.url,
    page: chunk.page,
    heading: chunk.heading,
    text: chunk.text.slice(start, end),
    is_web: chunk.is_web === true,
  };
}

/**
 * Where a quote stands in a text: letter for letter, but for the white space between its words. Null when it does not: what is near to it
 * is never taken for it.
 */
export function locateQuote(text: string, quote: string): Span | null {
  const wanted = quote.trim();
  if (wanted.length > maxQuoteChars || (wanted.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < leastLetters) return null;
  const at = text.indexOf(wanted);
  if (at >= 0) return { start: at, end: at + wanted.length };
  const words = wanted.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const found = new RegExp(words.join("\\s+"), "u").exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : null;
}

/**
 * The excerpt for a quote that somebody says is of this chunk; null when it does not stand there. A quote that begins or ends inside a sentence
 * is shown with the whole of it where that fits.
 */
export function excerptForQuote(chunk: CopilotChunk, quote: string): Excerpt | null {
  const found = locateQuote(chunk.text, quote);
  if (!found) return null;
  const around = sentenceSpans(chunk.text).filter(({ start, end }) => start < found.end && end > found.start);
  const whole = { start: around[0]?.start ?? found.start, end: around.at(-1)?.end ?? found.end };
  return excerptOf(chunk, whole.end - whole.start <= maxExcerptChars ? whole : found);
}
