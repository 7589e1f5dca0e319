import type { CheckedSentence } from "../../../protocol/admin-check.ts";
import type { Language } from "../../text/language.ts";
import { isNegated } from "../../text/patterns.ts";
import { clipSpan } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { differenceOf, inLanguage, numbersMissing } from "./differences.ts";
import type { EvidenceLine } from "./evidence-lines.ts";
import type { Nearness } from "./nearness.ts";
import type { Statement } from "./statement.ts";
import { coverageOf, weighTerms } from "./term-weights.ts";

/** The best lines by words of each sentence are looked at. */
const candidates = 6;
/** Longest quote (protocol/messages.ts). */
const maxQuoteChars = 300;
/**
 * What the words of a sentence must cover of a line for the line to say it, and with less when the meaning is near. Chosen on the cases of
 * `scripts/eval/check-answers.ts`, which also measures them (docs/benchmarks.md).
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

/** A line that may say what a statement says. */
export interface Candidate<Line extends EvidenceLine = EvidenceLine> {
  line: Line;
  language: Language;
  /** Share of the sentence's words, by weight, that the line has; what only stands around it counts half. */
  coverage: number;
}

/** The lines that have most of a statement's words, best first. @param languages those of the passages. */
export function likeliest<Line extends EvidenceLine>(
  statement: Statement,
  lines: readonly Line[],
  languages: readonly Language[],
): Candidate<Line>[] {
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
    .map((line): Candidate<Line> => {
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

/** What the likeliest lines say to a statement. */
export type Judgement = Pick<CheckedSentence, "verdict" | "passage" | "quote" | "difference">;

/** Found in the nearest line that agrees, unless one that is nearer still says otherwise. */
export function judge(statement: Statement, found: Candidate[], nearness: Nearness): Judgement {
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
    return { verdict: "supported", ...shown(statement, agreeing), difference: null };
  if (opposing) return { verdict: "contradicted", ...shown(statement, opposing), difference: differences[at] ?? null };
  return { verdict: "not_found", ...shown(statement, best), difference: null };
}

/** No line says anything to it. */
export const nothing: Judgement = { verdict: "not_found", passage: null, quote: null, difference: null };

/** Whether a line has enough of the words, all numbers and names, and the negation of a statement. */
function says(statement: Statement, { line, language, coverage, near }: Candidate & { near: number }): boolean {
  if (coverage < covered && (coverage < coveredWhenNear || near < nearMeaning)) return false;
  if (numbersMissing(inLanguage(statement, language), line, language).length > 0) return false;
  // What denies something is not said by a line that denies nothing.
  if (isNegated(statement.text, language) && !isNegated(line.text, language)) return false;
  const around = line.nearby.toLowerCase();
  return statement.names.every((name) => around.includes(name));
}

/** Of a long line the part that has most of the statement's words, from the beginning of a clause on. */
function shown(statement: Statement, { line, language }: Candidate): Pick<Judgement, "passage" | "quote"> {
  const { text } = line;
  const wanted = new Set(inLanguage(statement, language).stems);
  const starts = [0, ...[...text.matchAll(/[,;:]\s+/g)].map(({ 0: mark, index }) => index + mark.length)];
  const shares = starts.map((start) => {
    const stems = new Set(contentStems(text.slice(start, start + maxQuoteChars), language));
    return [...stems].filter((stem) => wanted.has(stem)).length;
  });
  const from = text.length <= maxQuoteChars ? 0 : (starts[shares.indexOf(Math.max(...shares))] ?? 0);
  const { start, end } = clipSpan(text, { start: from, end: text.length }, maxQuoteChars);
  return { passage: line.passage, quote: text.slice(start, end) };
}
