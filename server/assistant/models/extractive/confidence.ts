import { type Language, languageOf } from "../../../core/text/language.ts";
import { headingAgreement } from "../../../core/text/section.ts";
import { contentStems } from "../../../core/text/words.ts";
import type { RetrievedChunk } from "../../ports.ts";

/** A question with the stems of its content words. */
export interface AskedQuestion {
  text: string;
  language: Language;
  stems: ReadonlySet<string>;
}

/** Characters of a question that are read; the search reads as many. */
const mostRead = 2_000;

/** @param expected the language or locale of a question too short to tell its own. */
export function readQuestion(whole: string, expected: string): AskedQuestion {
  const text = whole.slice(0, mostRead);
  const language = languageOf(text, expected);
  return { text, language, stems: new Set(contentStems(text, language)) };
}

/** What a search by words and meaning tells about its best section. */
export interface Signals {
  /** How much nearer its passage is to the question than the nearest of another section, in cosine; within {@link mostApart}. */
  apart: number;
  /** How far its fused score is ahead of the next section's, as a share of it. */
  lead: number;
  /** Cosine of its passage to the question. */
  meaning: number;
  /** Share of the question's words, by how rare they are, that its passage has. */
  coverage: number;
  /** 1 when it is the best by words alone as well. */
  byWords: number;
}

/** The same of a search by words alone. */
export interface WordSignals {
  /** BM25 as a share of what a passage full of the question's words would get. */
  score: number;
  lead: number;
  coverage: number;
  /** How much its heading and the question have the same words: harmonic mean of the two shares. */
  heading: number;
  /** Content words of the question, where five count as 1: a few are found by chance. */
  words: number;
}

const mostApart = 0.1;
/** A lead beyond this says no more; of a weak score it is told as a share of this, or it would look large beside nothing. */
const mostLead = 0.4;
const leastScore = 0.4;
/** Lead of the only section that was found: what a right one often has. Beside nothing, nobody can tell. */
const leadAlone = 0.25;
const wordsOfWhole = 5;

/** Nothing that a search tells makes sure. */
const surest = 0.99;

/**
 * Logistic regressions: does the best section answer the question? Fitted on 935 visitors' questions over two public help centres (nesi/support-docs and
 * scheduleonce/help-center) and 700 questions that each of them was asked about the other; no other figure is measured on these. The constant is
 * set so that one in a hundred questions about the other help centre reaches 0.7, a new tenant's threshold.
 */
const byMeaning = {
  constant: -5.25,
  weights: { apart: 0.53, lead: 7.64, meaning: 7.28, coverage: 1.28, byWords: 0.59 },
};
const byWordsAlone = {
  constant: -8.48,
  weights: { score: 5.27, lead: 5.58, coverage: 1.73, heading: 1.01, words: 4.88 },
};

/**
 * How sure it is, 0..1, that the best section answers the question.
 * @param sections the first passage of each section found, best first.
 */
export function confidenceOf(question: AskedQuestion, sections: readonly RetrievedChunk[]): number {
  const [best] = sections;
  if (!best) return 0;
  const sum =
    best.parts.vector === undefined
      ? weighed(byWordsAlone, wordSignalsOf(question, best, sections[1]))
      : weighed(byMeaning, signalsOf(best, sections.slice(1)));
  return Math.min(surest, 1 / (1 + Math.exp(-sum)));
}

function weighed<Name extends string>(
  { constant, weights }: { constant: number; weights: Record<Name, number> },
  signals: Record<Name, number>,
): number {
  // The keys of a record of signals.
  const names = Object.keys(weights) as Name[];
  return names.reduce((total, name) => total + weights[name] * signals[name], constant);
}

/** @param others first passages of the other sections, best first. */
function signalsOf(best: RetrievedChunk, others: readonly RetrievedChunk[]): Signals {
  const meaning = best.parts.vector ?? 0;
  const apart = others.length === 0 ? 0 : meaning - Math.max(0, ...others.map(({ parts }) => parts.vector ?? 0));
  return {
    apart: Math.max(-mostApart, Math.min(mostApart, apart)),
    lead: others[0]
      ? Math.min(mostLead, Math.max(0, best.score - others[0].score) / Math.max(best.score, leastScore))
      : leadAlone,
    meaning,
    coverage: best.parts.coverage ?? 0,
    byWords: others.every(({ parts }) => (parts.bm25 ?? 0) <= (best.parts.bm25 ?? 0)) ? 1 : 0,
  };
}

function wordSignalsOf(question: AskedQuestion, best: RetrievedChunk, next: RetrievedChunk | undefined): WordSignals {
  return {
    score: Math.min(1, best.score),
    lead: next && best.score > 0 ? Math.min(1, Math.max(0, (best.score - next.score) / best.score)) : leadAlone,
    coverage: best.parts.coverage ?? 0,
    heading: headingAgreement(question, best),
    words: Math.min(1, question.stems.size / wordsOfWhole),
  };
}
