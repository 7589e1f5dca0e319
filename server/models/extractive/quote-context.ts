import type { RetrievedChunk } from "../../assistant/ports.ts";
import { opensWithReference } from "../../text/references.ts";
import { isQuestion } from "./echo.ts";
import { narrowed } from "./narrow-unit.ts";
import type { Question } from "./question-terms.ts";
import { headingOf, type ScoredUnit, textOf } from "./score-units.ts";

/** What a reader takes in at a glance; a section up to this long is quoted whole. */
const glanceChars = 900;
/** The answer below a question belongs together even when it is longer. */
const wholeAnswerChars = 1_400;
/** A stretch that begins with a paragraph reads better than one that begins inside of it. */
const worthOfBeginning = 0.2;

/** Who wants to know when or how much is told that first. */
const oneFact: ReadonlySet<Question["shape"]> = new Set(["time", "number", "money"]);

/** Text of one passage that stands together, with the unit it was chosen for. */
export interface Quote {
  chunk: RetrievedChunk;
  /** What it was chosen for. */
  best: ScoredUnit;
  /** In the order of the passage, nothing left out between them. */
  units: ScoredUnit[];
}

/**
 * The text around a choice that a person would read out with it: the passage or its section when that is short, the whole
 * answer below a question, else the stretch around it that has most to do with the question. A list is one unit and stays whole.
 */
export function quoteAround(best: ScoredUnit, scored: ScoredUnit[], question: Question): Quote {
  const { language, shape } = question;
  const passage = scored.filter(({ chunk }) => chunk === best.chunk);
  const section = passage.filter(({ unit }) => unit.label === best.unit.label);
  const limit = isQuestion(headingOf(best), language) ? wholeAnswerChars : glanceChars;
  const units = lengthOf(passage) <= limit ? passage : widest(best, { section, passage, limit });
  const told = oneFact.has(shape) ? units.slice(units.indexOf(best)) : units;
  const whole = withReferent(best, trimmed(best, told), { passage, language });
  return { chunk: best.chunk, best, units: whole.map((unit) => narrowed(question, unit)) };
}

/** A short section with as much of its neighbours as there is room for, or the best part of a long one. */
function widest(
  best: ScoredUnit,
  { section, passage, limit }: { section: ScoredUnit[]; passage: ScoredUnit[]; limit: number },
): ScoredUnit[] {
  if (lengthOf(section) > limit) return stretch(best, section, limit);
  const wide = stretch(best, passage, limit);
  return section.every((unit) => wide.includes(unit)) ? wide : section;
}

/** The neighbours of the best unit, within the limit, that together have most to do with the question. */
function stretch(best: ScoredUnit, units: ScoredUnit[], limit: number): ScoredUnit[] {
  const at = units.indexOf(best);
  let chosen = [best];
  let most = Number.NEGATIVE_INFINITY;
  for (let from = at; from >= 0; from -= 1) {
    const begins = units[from]?.unit.block !== units[from - 1]?.unit.block;
    for (let to = at; to < units.length; to += 1) {
      const part = units.slice(from, to + 1);
      if (lengthOf(part) > limit) break;
      const worth = part.reduce((sum, { score }) => sum + Math.max(0, score), begins ? worthOfBeginning : 0);
      if (worth > most) [chosen, most] = [part, worth];
    }
  }
  return chosen;
}

/** Without what nobody would read out at the edges: echoes, and announcements of what is not quoted. */
function trimmed(best: ScoredUnit, units: ScoredUnit[]): ScoredUnit[] {
  const isKept = (unit: ScoredUnit) => unit === best || !unit.isEcho;
  const from = units.findIndex(isKept);
  const to = units.findLastIndex((unit) => isKept(unit) && (unit === best || !unit.unit.announces));
  return units.slice(from, to + 1);
}

/** A first sentence that begins with "This" or "It" needs the one before it. */
function withReferent(
  best: ScoredUnit,
  units: ScoredUnit[],
  { passage, language }: { passage: ScoredUnit[]; language: Question["language"] },
): ScoredUnit[] {
  const [first] = units;
  if (first?.unit.kind !== "sentence" || !opensWithReference(textOf(first), language)) return units;
  const before = passage[passage.indexOf(first) - 1];
  const isSameTalk = before?.unit.kind === "sentence" && before.unit.label === best.unit.label;
  return isSameTalk ? [before, ...units] : units;
}

/** Text of a quote as it stands in its passage. */
export function textOfQuote({ units }: Quote): string {
  return units.map(textOf).join("\n");
}

function lengthOf(units: ScoredUnit[]): number {
  return (units.at(-1)?.unit.end ?? 0) - (units[0]?.unit.start ?? 0);
}
