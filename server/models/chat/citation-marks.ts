import type { Citation } from "../../../protocol/messages.ts";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { type Language, languageOf } from "../../text/language.ts";
import { clipSpan, type Span, sentenceSpans } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { citationOf } from "../citations.ts";

/** Longest quote a citation may carry (protocol/messages.ts). */
const maxQuoteChars = 300;
const markPattern = /\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()/g;

/**
 * Lets text through as it comes, with the marks in it checked: `[2, 3]` becomes `[2][3]`, and numbers that stand for no passage are
 * left out. A mark in the making is held back until it is whole.
 */
export class MarkFilter {
  readonly #given: number;
  readonly #emit: (text: string) => void;
  #held = "";

  constructor(given: number, emit: (text: string) => void) {
    this.#given = given;
    this.#emit = emit;
  }

  push(text: string): void {
    if (this.#held === "" && !text.includes("[")) {
      this.#emit(text);
      return;
    }
    this.#held += text;
    const open = /\[[\d\s,;]*$|\[[\d\s,;]+\]$/.exec(this.#held);
    const ready = open ? this.#held.slice(0, open.index) : this.#held;
    this.#held = open ? this.#held.slice(open.index) : "";
    if (ready !== "") this.#emit(withKnownMarks(ready, this.#given));
  }

  end(): void {
    if (this.#held !== "") this.#emit(withKnownMarks(this.#held, this.#given));
    this.#held = "";
  }
}

/** The text with every mark pointing at one of the `given` passages; others are left out. */
function withKnownMarks(text: string, given: number): string {
  return text.replace(markPattern, (_match, list: string) =>
    indexesOf(list)
      .filter((index) => index >= 1 && index <= given)
      .map((index) => `[${index}]`)
      .join(""),
  );
}

/** A citation for each passage the answer points at, with the words of it that carry the claim. */
export function citationsIn(text: string, chunks: RetrievedChunk[]): Citation[] {
  const language = languageOf(text, languageOf(chunks[0]?.text ?? ""));
  const claims = new Map<number, string>();
  for (const { start, end } of sentenceSpans(text)) {
    const sentence = text.slice(start, end);
    for (const [, list] of sentence.matchAll(markPattern)) {
      for (const index of indexesOf(list ?? ""))
        claims.set(index, `${claims.get(index) ?? ""} ${claimBefore(text, start, sentence)}`);
    }
  }
  return [...claims]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([index, claim]) => {
      const chunk = chunks[index - 1];
      return chunk ? [citationOf(index, chunk, quoteFor(claim, chunk.text, language))] : [];
    });
}

/** A mark behind the full stop stands alone in its "sentence": the claim is the one before. */
function claimBefore(text: string, start: number, sentence: string): string {
  const words = sentence.replace(markPattern, " ");
  return /[\p{L}\p{N}]{3}/u.test(words)
    ? words
    : (text
        .slice(0, start)
        .split(/(?<=[.!?:\n])\s/)
        .at(-1) ?? "");
}

/** The one to three sentences of the passage that share most with the claim, as far as they fit. */
function quoteFor(claim: string, text: string, language: Language): string {
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

function indexesOf(list: string): number[] {
  return list.split(/[,;]/).map((part) => Number(part.trim()));
}
