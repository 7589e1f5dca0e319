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

/** Characters read from a question; the search reads as many. */
const mostRead = 2_000;

/** @param expected the language or locale for a question that is too short to recognize its language. */
export function readQuestion(whole: string, expected: string): AskedQuestion {
  const text = whole.slice(0, mostRead);
  const language = languageOf(text, expected);
  return { text, language, stems: new Set(contentStems(text, language)) };
}

/** Signals of a search by words and meaning about its best section. */
export interface Signals {
  /** Cosine of its passage minus the best cosine of another section; limited to ±{@link mostApart}. */
  apart: number;
  /** Lead of its fused score over the next section, as a share of its score. */
  lead: number;
  /** Cosine between its passage and the question. */
  meaning: number;
  /** Share of the question's words that its passage contains; rare words count more. */
  coverage: number;
  /** 1 when it is also the best section by words alone. */
  byWords: number;
}

/** Signals of a search by words alone. */
export interface WordSignals {
  /** BM25 as a share of the score of a passage that is full of the question's words. */
  score: number;
  lead: number;
  coverage: number;
  /** Overlap between the words of the heading and of the question: harmonic mean of the two shares. */
  heading: number;
  /** Number of content words in the question, where five count as 1: a few words can match by chance. */
  words: number;
}

const mostApart = 0.1;
/** A larger lead adds no confidence. For a weak score, the lead is a share of this limit; otherwise it would look large. */
const mostLead = 0.4;
const leastScore = 0.4;
/** Lead of the only section found: a typical lead of a correct section, because there is no other section to compare. */
const leadAlone = 0.25;
const wordsOfWhole = 5;

/** Highest confidence; no search result is certain. */
const surest = 0.99;

/**
 * Logistic regressions: does the best section answer the question? Fitted on 935 visitors' questions over two public help centres
 * (nesi/support-docs and scheduleonce/help-center), and on 700 questions per help centre that belong to the other one. No other figure is
 * measured on these questions. The constant is set so that 1% of the questions about the other help centre reach 0.7, a new tenant's
 * threshold.
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
 * Confidence, 0..1, that the best section answers the question.
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
  // `Object.keys` returns only names of signals.
  const names = Object.keys(weights) as Name[];
  return names.reduce((total, name) => total + weights[name] * signals[name], constant);
}

/** @param others the first passages of the other sections, best first. */
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
