import { asksForList } from "../../text/answer-patterns.ts";
import type { Span } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { coverageOf, type Question, weighTerms } from "./question-terms.ts";
import { type ScoredUnit, textOf } from "./score-units.ts";

/** A shorter list or table is read at a glance. */
const minLines = 4;
/** A list of conditions or things to check belongs together up to this length; one price is not to be looked for among many. */
const wholeListChars = 1_200;
const oneValue: ReadonlySet<Question["shape"]> = new Set(["number", "money", "time"]);
/** A line is quoted when it has this share of what the best line has of the question. */
const keepShare = 0.75;
/** More lines than this part of the whole: the question is about the list, not about a line of it. */
const maxKept = 0.4;

/**
 * A list or table cut down to the lines that the question is about, its announcing sentence and header kept: who asks the price
 * of one plan is not shown all. Steps stay whole and in order, and so does a list that is asked for as a list.
 */
export function narrowed(question: Question, scored: ScoredUnit): ScoredUnit {
  const { unit, chunk } = scored;
  if (unit.kind === "sentence" || unit.kind === "code" || question.shape === "steps") return scored;
  const header = unit.kind === "table" ? unit.lines.slice(0, 1) : [];
  const lines = unit.lines.slice(header.length);
  if (lines.length < minLines || /^\s*\d+[.)]/.test(textOf(scored)) || asksForList(question.text, question.language))
    return scored;
  const isShort = unit.end - unit.start <= wholeListChars;
  if (unit.kind === "list" && isShort && !oneValue.has(question.shape)) return scored;
  const kept = tellingLines(question, chunk.text, lines);
  if (kept.length === 0 || kept.length > lines.length * maxKept) return scored;
  const first = kept[0] ?? unit;
  return { ...scored, unit: { ...unit, lines: [...header, ...kept], quote: { start: first.start, end: first.end } } };
}

/** Lines that hold words of the question which most of the lines have not. */
function tellingLines(question: Question, text: string, lines: Span[]): Span[] {
  const stems = lines.map(({ start, end }) => new Set(contentStems(text.slice(start, end), question.language)));
  const rare = question.stems.filter((stem) => {
    const holding = stems.filter((each) => each.has(stem)).length;
    return holding > 0 && holding <= lines.length * maxKept;
  });
  const weights = weighTerms(rare, stems);
  const shares = stems.map((each) => coverageOf(weights, each));
  const best = Math.max(...shares);
  return best === 0 ? [] : lines.filter((_line, index) => (shares[index] ?? 0) >= best * keepShare);
}
