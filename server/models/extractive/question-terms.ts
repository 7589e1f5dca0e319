import { type Language, languageOf } from "../../text/language.ts";
import type { QuestionKind } from "../../text/languages/table.ts";
import { polesOf } from "../../text/opposites.ts";
import { asksForMoney, kindOf } from "../../text/patterns.ts";
import { stemOf } from "../../text/stems.ts";
import { contentStems } from "../../text/words.ts";
import { sidesOf } from "./compared-sides.ts";

/** What kind of sentence answers the question. */
export type AnswerShape =
  | "steps"
  | "definition"
  | "comparison"
  | "number"
  | "money"
  | "time"
  | "place"
  | "yes_no"
  | "reason"
  | "any";

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

/** Words by which a question is asked and which its answer does not repeat. */
const askingWords = new Set(
  [
    "long",
    "much",
    "soon",
    "often",
    "mean",
    "means",
    "meaning",
    "define",
    "definition",
    "explain",
    "describe",
    "happen",
    "happens",
    "question",
    "help",
    "difference",
    "work",
    "works",
    "exactly",
    "hi",
    "hello",
  ].map((word) => stemOf(word, "en")),
);

/** @param expected the language or locale of a question that does not tell its own. */
export function readQuestion(text: string, expected: string): Question {
  const language = languageOf(text, expected);
  const all = [...new Set(contentStems(text, language))];
  const stems = all.filter((stem) => language !== "en" || !askingWords.has(stem));
  const sides = sidesOf(text, language);
  const shape = language === "en" ? shapeOf(text.toLowerCase()) : shapeByKind(text, language);
  const poles = polesOf(text, language);
  return {
    text,
    language,
    stems: stems.length > 0 ? stems : all,
    all: new Set(all),
    shape: sides ? "comparison" : shape,
    poles,
    sides,
  };
}

/** What a question word asks for, where no finer rules know the language. */
function shapeByKind(text: string, language: Language): AnswerShape {
  if (asksForMoney(text, language)) return "money";
  return shapesOfKinds[kindOf(text, language)] ?? "any";
}

const shapesOfKinds: Partial<Record<QuestionKind, AnswerShape>> = {
  method: "steps",
  reason: "reason",
  time: "time",
  place: "place",
  amount: "number",
};

function shapeOf(text: string): AnswerShape {
  if (
    /\bhow (?:do|can|could|would|should|to|might|does one)\b|\bsteps?\b|\bway to\b|\b(?:set ?up|configure|install)\b/.test(
      text,
    )
  )
    return "steps";
  if (/\bhow (?:long|soon|often|quickly|fast|late)\b|\bwhen\b|\bwhat time\b/.test(text)) return "time";
  if (/\b(?:price|pricing|cost|costs|fee|fees|charge|how expensive)\b/.test(text) && !/\bwhy\b/.test(text))
    return "money";
  if (/\bhow (?:much|many|big|large|high|far)\b|\b(?:limit|maximum|minimum|default)\b/.test(text)) return "number";
  if (/\bwhy\b|\breason\b|\bhow come\b/.test(text)) return "reason";
  if (/\bwhere\b/.test(text)) return "place";
  if (/^(?:what|who)(?:'s| is| are| does)\b.*|\bwhat (?:is|are|does)\b|\bdefine\b|\bmeaning of\b|^explain\b/.test(text))
    return "definition";
  if (/^(?:is|are|can|could|do|does|did|will|would|should|may|am|has|have)\b/.test(text)) return "yes_no";
  return "any";
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
