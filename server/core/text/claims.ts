import type { Language } from "./language.ts";
import { clipSpan, type Span, sentenceSpans } from "./sentences.ts";
import { contentStems } from "./words.ts";

/** Longest quote of a citation, in characters (protocol/messages.ts). */
const maxQuoteChars = 300;

/** Source marks in a text: `[1]`, `[2, 3]`; a mark followed by a URL is a link. */
export const markPattern = /\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()/g;

/** The numbers of one mark, as written. */
export function indexesOf(list: string): number[] {
  return list.split(/[,;]/).map((part) => Number(part.trim()));
}

/** The claims before the marks of a text, by mark number. */
export function claimsByMark(text: string): Map<number, string> {
  const claims = new Map<number, string>();
  for (const { start, end } of sentenceSpans(text)) {
    const sentence = text.slice(start, end);
    for (const [, list] of sentence.matchAll(markPattern)) {
      for (const index of indexesOf(list ?? ""))
        claims.set(index, `${claims.get(index) ?? ""} ${claimBefore(text, start, sentence)}`);
    }
  }
  return claims;
}

/** A mark after the full stop is alone in its "sentence": the claim is the previous sentence. */
function claimBefore(text: string, start: number, sentence: string): string {
  const words = sentence.replace(markPattern, " ");
  return /[\p{L}\p{N}]{3}/u.test(words)
    ? words
    : (text
        .slice(0, start)
        .split(/(?<=[.!?:\n])\s/)
        .at(-1) ?? "");
}

/** The one to three sentences of the passage that share most words with the claim, within the length limit. */
export function quoteFor(claim: string, text: string, language: Language): string {
  const wanted = new Set(contentStems(claim, language));
  const spans = sentenceSpans(text);
  const stemsOf = spans.map(({ start, end }) => contentStems(text.slice(start, end), language));
  let best: { span: Span; score: number } | null = null;
  for (const [index, first] of spans.entries()) {
    const stems = new Set<string>();
    for (const [offset, last] of spans.slice(index, index + 3).entries()) {
      if (last !== first && last.end - first.start > maxQuoteChars) break;
      for (const stem of stemsOf[index + offset] ?? []) stems.add(stem);
      let shared = 0;
      for (const stem of stems) if (wanted.has(stem)) shared += 1;
      const score = shared / Math.sqrt(stems.size + 8);
      if (best === null || score > best.score) best = { span: { start: first.start, end: last.end }, score };
    }
  }
  const { start, end } = clipSpan(text, best?.span ?? { start: 0, end: text.length }, maxQuoteChars);
  return text.slice(start, end);
}
