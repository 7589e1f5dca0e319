import { askingStems, shapeOf } from "../../text/answer-patterns.ts";
import type { QuestionShape } from "../../text/answers/table.ts";
import { type Language, languageOf } from "../../text/language.ts";
import { polesOf } from "../../text/opposites.ts";
import { contentStems } from "../../text/words.ts";
import { sidesOf } from "./compared-sides.ts";

/** What kind of sentence answers the question. */
export type AnswerShape = QuestionShape | "comparison";

export interface Question {
  text: string;
  /** What its words are stemmed by, and those of the passages it is compared with. */
  language: Language;
  /** Stems that carry meaning, once each, in order. */
  stems: string[];
  /** Every stem of it, the asking words too. */
  all: ReadonlySet<string>;
  shape: AnswerShape;
  /** The opposites it names: "enable" and not "disable". */
  poles: Map<number, number>;
  /** What a comparison compares: the stems that one side has and the other has not; none for other questions. */
  sides: [string[], string[]] | null;
}

/** @param expected the language or locale of a question that does not tell its own. */
export function readQuestion(text: string, expected: string): Question {
  const language = languageOf(text, expected);
  const all = [...new Set(contentStems(text, language))];
  const asking = askingStems(language);
  const stems = all.filter((stem) => !asking.has(stem));
  const sides = sidesOf(text, language);
  const poles = polesOf(text, language);
  return {
    text,
    language,
    stems: stems.length > 0 ? stems : all,
    all: new Set(all),
    shape: sides ? "comparison" : shapeOf(text, language),
    poles,
    sides,
  };
}

/**
 * Weight of each stem: the rarer among the pieces that were found, the more it tells. A stem that is in none of
 * them weighs most: it is what the passages do not cover.
 */
export function weighTerms(stems: readonly string[], pieces: ReadonlySet<string>[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const stem of stems) {
    const holding = pieces.reduce((sum, piece) => sum + (piece.has(stem) ? 1 : 0), 0);
    weights.set(stem, Math.log(1 + (pieces.length - holding + 0.5) / (holding + 0.5)) + 0.2);
  }
  return weights;
}

/** Share of the weights that these stems cover, 0..1. */
export function coverageOf(weights: ReadonlyMap<string, number>, stems: ReadonlySet<string>): number {
  let total = 0;
  let covered = 0;
  for (const [stem, weight] of weights) {
    total += weight;
    if (stems.has(stem)) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}
