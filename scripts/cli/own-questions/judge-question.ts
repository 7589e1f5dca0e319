import { languageOf } from "../../../server/core/text/language.ts";
import { contentStems } from "../../../server/core/text/words.ts";
import { completeShare, judgeAnswer, type ReportedQuestion } from "./judge-answer.ts";
import type { OwnQuestion } from "./parse-questions.ts";

/** A tenant's question with its answer. The outcome is for the tenant's own threshold. */
export interface AskedQuestion extends ReportedQuestion {
  escalated: boolean;
  /** Paths, titles and addresses of the cited documents, also of an answer that was held back. */
  sources: string[];
  /** Null when the file expects no source. `right_answer` is null when it expects no answer. */
  right_source: boolean | null;
  right_answer: boolean | null;
}

/** The answer to a question. */
export interface GivenAnswer {
  score: number;
  reason: string;
  escalated: boolean;
  askedBack: boolean;
  /** Text of the answer, also of an answer that was held back. */
  text: string;
  /** All names of each cited document, in order. */
  cited: string[][];
  cpuMs: number;
  wallMs: number;
}

/** Required share of the expected answer's words, 0 to 1. A right answer may use other words. */
const wordsOfAnswer = 0.6;

/**
 * Judges an answer by the expectations of its question. The marked evidence decides whether it is complete, or the expected answer when no
 * evidence is marked.
 */
export function judgeQuestion(expected: OwnQuestion, given: GivenAnswer, id: string): AskedQuestion {
  const { question, set, sources, answer, answerable } = expected;
  const names = given.cited.flat();
  const [first] = given.cited;
  const firstName = first?.[0] ?? null;
  const isFirst = sources.length === 0 || sources.some((source) => meetsSource(source, first ?? []));
  const evidence = answerable ? (expected.evidence ?? answer ?? "") : "";
  const judgement = judgeAnswer(
    {
      answerable,
      relevant: isFirst && firstName !== null ? [firstName] : [],
      evidence,
      share: expected.evidence === null ? wordsOfAnswer : completeShare,
    },
    { text: given.text, first: firstName, shown: !given.escalated, askedBack: given.askedBack },
  );
  return {
    set,
    id,
    question,
    answerable,
    outcome: judgement.outcome,
    is_right: judgement.isRight,
    is_right_document: judgement.isRightDocument,
    held: judgement.held,
    score: given.score,
    reason: given.reason,
    answer: given.text,
    cited: given.cited.flatMap(([name]) => (name === undefined ? [] : [name])),
    relevant: sources,
    evidence,
    cpu_ms: given.cpuMs,
    wall_ms: given.wallMs,
    escalated: given.escalated,
    sources: [...new Set(names)],
    right_source: sources.length === 0 ? null : sources.some((source) => meetsSource(source, names)),
    right_answer: answer === null ? null : meetsAnswer(answer, given.text),
  };
}

/** True when one of the documents is the expected one: the same title, or an address or path that ends with it. */
export function meetsSource(expected: string, sources: readonly string[]): boolean {
  const wanted = plain(expected);
  return sources
    .map(plain)
    .some((source) => source === wanted || source.endsWith(`/${wanted}`) || wanted.endsWith(`/${source}`));
}

/** True when the answer has most of the content words of the expected answer. */
export function meetsAnswer(expected: string, answer: string): boolean {
  const language = languageOf(expected, languageOf(answer));
  const wanted = [...new Set(contentStems(expected, language))];
  const given = new Set(contentStems(answer, language));
  return wanted.length === 0 || wanted.filter((stem) => given.has(stem)).length >= wordsOfAnswer * wanted.length;
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^\.?\//, "")
    .replace(/[?#][\s\S]*$/, "")
    .replace(/(?<!\/)\/+$/, "");
}
