import { setImmediate as breathe } from "node:timers/promises";
import type { CheckedSentence } from "../../../../protocol/admin-check.ts";
import { markPattern } from "../../../core/text/claims.ts";
import { isQuestion } from "../../../core/text/is-question.ts";
import { languageOf } from "../../../core/text/language.ts";
import { tableOf } from "../../../core/text/languages/index.ts";
import { negationIn } from "../../../core/text/patterns.ts";
import { clipSpan, type Span, sentenceSpans } from "../../../core/text/sentences.ts";
import { stemOf } from "../../../core/text/stems.ts";
import { contentStems } from "../../../core/text/words.ts";
import type { RetrievedChunk } from "../../ports.ts";
import type { EmbedTexts } from "../embeddings/port.ts";
import { differenceOf, numbersMissing } from "./differences.ts";
import { type Candidate, compareMeaning, likeliest, linesOf } from "./evidence.ts";
import { readStatement, type Statement } from "./statement.ts";

/** The loop yields to other work after this many sentences. */
const breathAfter = 4;
/** Longest quote, in characters (protocol/messages.ts). */
const maxQuoteChars = 300;
/**
 * Share of a sentence's words that a line must contain to support it; a lower share is enough when the meaning is near. Chosen on the cases
 * of `lab/eval/check-answers.ts`, which also measures them (docs/benchmarks.md).
 */
const covered = 0.72;
const coveredWhenNear = 0.5;
const nearMeaning = 0.72;
/** A line with this share is about the same subject, so a difference counts. */
const aligned = 0.55;
const alignedWhenNear = 0.42;
/** Minimum share of a line that is shown as the nearest one. */
const worthShowing = 0.3;
/** Lines this much worse than the best one are ignored. */
const closeBehind = 0.12;
/** Lead of an agreeing line over a differing one: claiming too little is better than claiming too much. */
const lead = 0.03;

export interface TextToCheck {
  text: string;
  chunks: readonly RetrievedChunk[];
  /** Language of the author. */
  locale: string;
  embed?: EmbedTexts | undefined;
}

/**
 * Checks each sentence of a text against passages by words, numbers, negations and, with vectors, meaning. It finds text in the passages;
 * it does not understand it.
 */
export async function checkText({ text, chunks, locale, embed }: TextToCheck): Promise<CheckedSentence[]> {
  const lines = linesOf(chunks, locale);
  const spoken = new Set(lines.map(({ language }) => language));
  // The language of a short sentence may not be recognizable, and only words of one language can be compared.
  const expected = spoken.has(languageOf(text, locale)) ? locale : (lines[0]?.language ?? locale);
  const sentences: { span: Span; statement: Statement; found: Candidate[] }[] = [];
  for (const [index, span] of sentencesOf(text).entries()) {
    if (index % breathAfter === 0) await breathe();
    const statement = readStatement(plainOf(text.slice(span.start, span.end)), expected);
    sentences.push({ span, statement, found: isAside(statement) ? [] : likeliest(statement, lines) });
  }
  await compareMeaning(sentences, embed);
  return sentences.map(({ span, statement, found }) => ({
    ...span,
    text: text.slice(span.start, span.end),
    ...(isAside(statement) ? { ...nothing, verdict: "aside" as const } : judge(statement, found)),
  }));
}

/** Sentences with words in them. Citation marks after a full stop belong to the sentence before. */
function sentencesOf(text: string): Span[] {
  return sentenceSpans(text).filter(({ start, end }) => /[\p{L}\p{N}]{2}/u.test(plainOf(text.slice(start, end))));
}

/** Removes citation marks and list markers. */
function plainOf(sentence: string): string {
  return sentence.replace(markPattern, " ").replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+/, "");
}

/** True for a sentence without a fact to check: a question, a greeting, "Hope that helps". */
function isAside({ text, language, stems, numbers, names }: Statement): boolean {
  if (isQuestion(text, language)) return true;
  const fillers = tableOf(language)
    .fillers.split(" ")
    .map((word) => stemOf(word, language));
  const telling = stems.filter((stem) => !fillers.includes(stem));
  return telling.length < 2 && numbers.length === 0 && names.length === 0;
}

type Judgement = Pick<CheckedSentence, "verdict" | "passage" | "quote" | "difference">;

/** No line supports or contradicts it. */
const nothing: Judgement = { verdict: "not_found", passage: null, quote: null, difference: null };

/** Supported by the nearest agreeing line, unless a nearer line differs. */
function judge(statement: Statement, found: readonly Candidate[]): Judgement {
  const rated = found
    .map((each) => ({ ...each, worth: each.coverage + Math.max(0, each.near) / 2 }))
    .toSorted((one, other) => other.worth - one.worth);
  const [best] = rated;
  if (!best || best.coverage < worthShowing) return nothing;
  const speaking = rated
    .filter(({ coverage, near, worth }) => {
      const isAligned = coverage >= aligned || (coverage >= alignedWhenNear && near >= nearMeaning);
      return isAligned && worth >= best.worth - closeBehind;
    })
    .map((each) => ({ ...each, difference: differenceOf(statement, each.line) }));
  const agreeing = speaking.find((each) => each.difference === null && says(statement, each));
  const opposing = speaking.find(({ difference }) => difference !== null);
  if (agreeing && agreeing.worth >= (opposing ? opposing.worth + lead : 0))
    return { verdict: "supported", ...shown(statement, agreeing), difference: null };
  if (opposing) return { verdict: "contradicted", ...shown(statement, opposing), difference: opposing.difference };
  return { verdict: "not_found", ...shown(statement, best), difference: null };
}

/** True when a line contains enough of the statement's words, all its numbers and names, and its negation. */
function says(statement: Statement, { line, coverage, near }: Candidate): boolean {
  if (coverage < covered && (coverage < coveredWhenNear || near < nearMeaning)) return false;
  if (numbersMissing(statement, line).length > 0) return false;
  // A line without a negation does not support a negative statement.
  if (negationIn(statement.text, line.language) !== null && negationIn(line.text, line.language) === null) return false;
  const nearby = line.nearby.toLowerCase();
  return statement.names.every((name) => nearby.includes(name));
}

/** The line; for a long line, the part with most of the words. */
function shown(statement: Statement, { line }: Candidate): Pick<CheckedSentence, "passage" | "quote"> {
  const { text, language, passage } = line;
  const starts = [0, ...[...text.matchAll(/[,;:]\s+/g)].map(({ 0: mark, index }) => index + mark.length)];
  const shares = starts.map((start) => {
    const own = new Set(contentStems(text.slice(start, start + maxQuoteChars), language));
    return statement.stems.filter((stem) => own.has(stem)).length;
  });
  const from = text.length <= maxQuoteChars ? 0 : (starts[shares.indexOf(Math.max(...shares))] ?? 0);
  const { start, end } = clipSpan(text, { start: from, end: text.length }, maxQuoteChars);
  return { passage, quote: text.slice(start, end) };
}
