import { setImmediate as breathe } from "node:timers/promises";
import type { CheckedSentence } from "../../../protocol/admin-check.ts";
import type { RetrievedChunk } from "../../assistant/ports.ts";
import { markPattern } from "../../text/claims.ts";
import { type Language, languageOf, tableOf } from "../../text/language.ts";
import { isNegated } from "../../text/patterns.ts";
import { clipSpan, type Span, sentenceSpans } from "../../text/sentences.ts";
import { stemOf } from "../../text/stems.ts";
import { isQuestion } from "../extractive/echo.ts";
import type { EmbedTexts } from "../extractive/meaning.ts";
import { coverageOf, weighTerms } from "../extractive/question-terms.ts";
import { differenceOf, inLanguage, numbersMissing } from "./differences.ts";
import { type EvidenceLine, linesOf } from "./evidence-lines.ts";
import { compareLines, type Nearness } from "./nearness.ts";
import { readStatement, type Statement } from "./statement.ts";

/** The best lines by words of each sentence are looked at. */
const candidates = 6;
/** Longest quote (protocol/messages.ts). */
const maxQuoteChars = 300;
/**
 * What the words of a sentence must cover of a line for the line to say it, and with less when the meaning is near. Chosen on the cases of
 * `scripts/bench/check-answers.ts`; figures of other limits are in docs/benchmarks.md.
 */
const covered = 0.72;
const coveredWhenNear = 0.5;
const nearMeaning = 0.72;
/** A line that speaks of the same: what it says otherwise counts. */
const aligned = 0.55;
const alignedWhenNear = 0.42;
/** Worth showing as the nearest that there is. */
const worthShowing = 0.3;
/** Lines this much worse than the best say nothing against it. */
const closeBehind = 0.12;
/** Words of a line beyond twice those of the sentence that cost nothing, what each more costs, and how much at most. */
const freeStems = 8;
const perStem = 0.015;
const mostForLength = 0.35;
/** A line that agrees must be so much nearer than one that differs: to say too little is better than to say too much. */
const lead = 0.03;
/** Sentences between two looks at what else the process has to do. */
const breathAfter = 4;

export interface TextToCheck {
  text: string;
  chunks: readonly RetrievedChunk[];
  /** Of whoever wrote it. */
  locale: string;
  embed?: EmbedTexts | undefined;
}

interface Candidate {
  line: EvidenceLine;
  language: Language;
  /** Share of the sentence's words, by weight, that the line has; what only stands around it counts half. */
  coverage: number;
}

/**
 * Holds each sentence of a text against passages, by words, numbers, negations and, where there are vectors, by meaning. It finds what is
 * written in the passages; it does not understand it.
 */
export async function checkText({ text, chunks, locale, embed }: TextToCheck): Promise<CheckedSentence[]> {
  const languages = chunks.map((chunk) => languageOf(chunk.text, locale));
  const lines = linesOf(chunks, languages);
  const sentences: { span: Span; statement: Statement; found: Candidate[] }[] = [];
  for (const [index, span] of sentencesOf(text).entries()) {
    if (index % breathAfter === 0) await breathe();
    const statement = readStatement(plainOf(text.slice(span.start, span.end)), locale);
    sentences.push({ span, statement, found: isAside(statement) ? [] : likeliest(statement, lines, languages) });
  }
  const nearness = await compareLines(sentences, embed);
  return sentences.map(({ span, statement, found }) => {
    const place = { ...span, text: text.slice(span.start, span.end) };
    return { ...place, ...judge(statement, found, nearness), ...(isAside(statement) ? { verdict: "aside" } : {}) };
  });
}

/** Sentences with words in them: marks behind a full stop are none, and belong to the one before. */
function sentencesOf(text: string): Span[] {
  return sentenceSpans(text).filter(({ start, end }) => /[\p{L}\p{N}]{2}/u.test(plainOf(text.slice(start, end))));
}

/** Without marks of sources and the signs of a list. */
function plainOf(sentence: string): string {
  return sentence.replace(markPattern, " ").replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+/, "");
}

/** Says nothing that could be looked up: a question, a greeting, "Hope that helps". */
function isAside({ text, language, stems, numbers, names }: Statement): boolean {
  if (isQuestion(text, language)) return true;
  const fillers = new Set((tableOf(language).fillers ?? "").split(" ").map((word) => stemOf(word, language)));
  const telling = stems.filter((stem) => !fillers.has(stem));
  return telling.length < 2 && numbers.length === 0 && names.length === 0;
}

function likeliest(statement: Statement, lines: readonly EvidenceLine[], languages: readonly Language[]): Candidate[] {
  const read = new Map<Language, { said: Statement; weights: Map<string, number> }>();
  const readIn = (language: Language) => {
    const known = read.get(language);
    if (known) return known;
    const said = inLanguage(statement, language);
    const weights = weighTerms(
      said.stems,
      lines.map(({ stems }) => stems),
    );
    read.set(language, { said, weights });
    return { said, weights };
  };
  return lines
    .map((line): Candidate => {
      const language = languages[line.passage] ?? statement.language;
      const { weights } = readIn(language);
      const own = coverageOf(weights, line.stems);
      const whole = own + (coverageOf(weights, line.around) - own) / 2;
      return { line, language, coverage: whole * lengthFactor(statement, line) };
    })
    .toSorted((one, other) => other.coverage - one.coverage)
    .slice(0, candidates);
}

/** A long line has every word somewhere. */
function lengthFactor({ stems }: Statement, line: EvidenceLine): number {
  const excess = Math.max(0, line.stems.size - (stems.length * 2 + freeStems));
  return 1 - Math.min(mostForLength, excess * perStem);
}

type Judgement = Pick<CheckedSentence, "verdict" | "passage" | "quote" | "difference">;

function judge(statement: Statement, found: Candidate[], nearness: Nearness): Judgement {
  const rated = found
    .map((candidate) => ({ ...candidate, near: nearness.of(statement, candidate.line) }))
    .map((candidate) => ({ ...candidate, worth: candidate.coverage + Math.max(0, candidate.near) / 2 }))
    .toSorted((one, other) => other.worth - one.worth);
  const [best] = rated;
  if (!best || best.coverage < worthShowing) return nothing;
  const speaking = rated.filter(({ coverage, near, worth }) => {
    const isAligned = coverage >= aligned || (coverage >= alignedWhenNear && near >= nearMeaning);
    return isAligned && worth >= best.worth - closeBehind;
  });
  const differences = speaking.map(({ line, language }) =>
    differenceOf(inLanguage(statement, language), line, language),
  );
  const agreeing = speaking.find((candidate, index) => differences[index] === null && says(statement, candidate));
  const at = differences.findIndex((difference) => difference !== null);
  const opposing = speaking[at];
  if (agreeing && agreeing.worth >= (opposing ? opposing.worth + lead : 0))
    return { verdict: "supported", ...shown(agreeing.line), difference: null };
  if (opposing) return { verdict: "contradicted", ...shown(opposing.line), difference: differences[at] ?? null };
  return { verdict: "not_found", ...shown(best.line), difference: null };
}

const nothing: Judgement = { verdict: "not_found", passage: null, quote: null, difference: null };

/** Whether a line has enough of the words, all numbers and names, and the negation of a statement. */
function says(statement: Statement, { line, language, coverage, near }: Candidate & { near: number }): boolean {
  if (coverage < covered && (coverage < coveredWhenNear || near < nearMeaning)) return false;
  if (numbersMissing(inLanguage(statement, language), line, language).length > 0) return false;
  // What denies something is not said by a line that denies nothing.
  if (isNegated(statement.text, language) && !isNegated(line.text, language)) return false;
  const around = line.nearby.toLowerCase();
  return statement.names.every((name) => around.includes(name));
}

function shown(line: EvidenceLine): Pick<Judgement, "passage" | "quote"> {
  const { start, end } = clipSpan(line.text, { start: 0, end: line.text.length }, maxQuoteChars);
  return { passage: line.passage, quote: line.text.slice(start, end) };
}
