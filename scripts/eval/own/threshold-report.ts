import { languageOf } from "../../../server/text/language.ts";
import { contentStems } from "../../../server/text/words.ts";
import { judgeAnswer, type Outcome, outcomes } from "../answers/judge-answer.ts";
import type { OwnQuestion } from "./own-questions.ts";

/** A question that was asked, and what came back. */
export interface AskedQuestion {
  question: string;
  answerable: boolean;
  score: number;
  escalated: boolean;
  /** Titles and addresses of the documents cited, also of an answer that was held back. */
  sources: string[];
  /** Null when the file expects no source, or no answer. */
  right_source: boolean | null;
  right_answer: boolean | null;
  /** What became of it at the tenant's own threshold. */
  outcome: Outcome;
}

/** How many questions came to what. */
export function outcomeCounts(asked: AskedQuestion[]): { outcome: Outcome; questions: number }[] {
  return outcomes
    .map((outcome) => ({ outcome, questions: asked.filter((each) => each.outcome === outcome).length }))
    .filter(({ questions }) => questions > 0);
}

/** What happens to the questions of the file at one threshold; shares are null when they rest on no question. */
export interface ThresholdRow {
  threshold: number;
  answered: number;
  escalated: number;
  /** Of the answerable questions, those answered; of the others, those answered all the same. */
  answerable_answered: number | null;
  unanswerable_answered: number | null;
  /** Of the answered questions with an expectation, those that met it. */
  right_source: number | null;
  right_answer: number | null;
  /** What the grades promise for the answered ones. */
  mean_grade: number | null;
}

const steps = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** Share of the words of the expected answer that a right one has. */
const wordsOfAnswer = 0.6;

/** One row for each threshold, the tenant's own among them. */
export function thresholdRows(asked: AskedQuestion[], own: number): ThresholdRow[] {
  const thresholds = [...new Set([...steps, own])].sort((one, other) => one - other);
  return thresholds.map((threshold) => {
    const answered = asked.filter(({ score }) => score >= threshold);
    return {
      threshold,
      answered: answered.length,
      escalated: asked.length - answered.length,
      answerable_answered: share(
        asked.filter(({ answerable }) => answerable),
        ({ score }) => score >= threshold,
      ),
      unanswerable_answered: share(
        asked.filter(({ answerable }) => !answerable),
        ({ score }) => score >= threshold,
      ),
      right_source: share(
        answered.filter(({ right_source }) => right_source !== null),
        (each) => each.right_source === true,
      ),
      right_answer: share(
        answered.filter(({ right_answer }) => right_answer !== null),
        (each) => each.right_answer === true,
      ),
      mean_grade:
        answered.length === 0 ? null : round(answered.reduce((sum, { score }) => sum + score, 0) / answered.length),
    };
  });
}

/** True when one of the documents is the expected one: the same title, or an address or path that ends with it. */
export function meetsSource(expected: string, sources: readonly string[]): boolean {
  const wanted = plain(expected);
  return sources
    .map(plain)
    .some((source) => source === wanted || source.endsWith(`/${wanted}`) || wanted.endsWith(`/${source}`));
}

/** True when the answer has most of the words that carry the expected one. */
export function meetsAnswer(expected: string, answer: string): boolean {
  const language = languageOf(expected, languageOf(answer));
  const wanted = [...new Set(contentStems(expected, language))];
  const given = new Set(contentStems(answer, language));
  return wanted.length === 0 || wanted.filter((stem) => given.has(stem)).length >= wordsOfAnswer * wanted.length;
}

/** What was asked, from the expectations and what came back. */
export function judgeQuestion(
  { question, source, answer, answerable }: OwnQuestion,
  given: {
    score: number;
    escalated: boolean;
    text: string;
    sources: string[];
    /** Names of the document cited first; all of them count when it is not known. */
    first?: string[];
  },
): AskedQuestion {
  const first = given.sources[0] ?? null;
  const isFirst = source === null || (given.first ?? given.sources).some((name) => meetsSource(source, [name]));
  const { outcome } = judgeAnswer(
    {
      answerable,
      relevant: isFirst && first !== null ? [first] : [],
      evidence: answer ?? "",
      share: wordsOfAnswer,
    },
    { text: given.text, first, shown: !given.escalated, askedBack: false },
  );
  return {
    question,
    answerable,
    outcome,
    score: given.score,
    escalated: given.escalated,
    sources: given.sources,
    right_source: source === null ? null : meetsSource(source, given.sources),
    right_answer: answer === null ? null : meetsAnswer(answer, given.text),
  };
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\.?\//, "")
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "");
}

function share<Item>(items: Item[], test: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : round(items.filter(test).length / items.length);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
