import type { Difference } from "../../../../protocol/admin-check.ts";
import type { Language } from "../../../core/text/language.ts";
import { isMeasure, type NumberMention, numberMentions } from "../../../core/text/numbers.ts";
import { polesOf } from "../../../core/text/opposites.ts";
import { negationIn } from "../../../core/text/patterns.ts";
import type { EvidenceLine } from "./evidence.ts";
import type { Statement } from "./statement.ts";

/**
 * The difference between a statement and a line about the same subject, or null. Only certain differences: a number that counts the same
 * thing, one additional negation, the opposite word.
 */
export function differenceOf(statement: Statement, line: EvidenceLine): Difference | null {
  return numberDifference(statement, line) ?? clauseDifference(statement, line);
}

/** The numbers of a statement that neither the line nor its neighbours contain. */
export function numbersMissing(
  { numbers }: Statement,
  { heading, text, nearby, language }: EvidenceLine,
): NumberMention[] {
  const own = numberMentions(`${heading}\n${text}`, language);
  const beside = numberMentions(nearby, language);
  return numbers.filter((mention) => {
    if (own.some((each) => each.value === mention.value && !differInMeasure(mention, each, language))) return false;
    // The line itself counts the same thing.
    if (own.some(({ unit }) => unit === mention.unit)) return true;
    return !beside.some(({ value, unit }) => value === mention.value && unit === mention.unit);
  });
}

/** True for 24 hours and 24 minutes; false for 24 files and 24 documents. */
function differInMeasure(one: NumberMention, other: NumberMention, language: Language): boolean {
  return one.unit !== other.unit && isMeasure(one.unit, language) && isMeasure(other.unit, language);
}

function numberDifference(statement: Statement, line: EvidenceLine): Difference | null {
  const there = numberMentions(line.text, line.language);
  for (const here of numbersMissing(statement, line)) {
    const isOnly = there.length === 1 && statement.numbers.length === 1;
    const other = there.find(
      (each) =>
        (each.unit !== "" && each.unit === here.unit) ||
        (each.value === here.value && differInMeasure(here, each, line.language)) ||
        (isOnly && (here.unit === "" || each.unit === "")),
    );
    if (other) return { kind: "number", here: here.written, there: other.written };
  }
  return null;
}

/** Share of a sentence's words that a line about the same subject must contain. */
const leastShare = 0.75;

function clauseDifference(statement: Statement, line: EvidenceLine): Difference | null {
  const { text, language, stems } = line;
  if (statement.stems.filter((stem) => stems.has(stem)).length < statement.stems.length * leastShare) return null;
  const [here, there] = [negationIn(statement.text, language), negationIn(text, language)];
  if ((here === null) !== (there === null)) return { kind: "negation", here: here ?? "", there: there ?? "" };
  return oppositeWords(statement.text, text, language);
}

/** A pair of opposite words, one from each text. */
function oppositeWords(here: string, there: string, language: Language): Difference | null {
  const others = polesOf(there, language);
  for (const [group, own] of polesOf(here, language)) {
    const other = others.get(group);
    if (other && other.side !== own.side && !own.isBoth && !other.isBoth)
      return { kind: "opposite", here: own.word, there: other.word };
  }
  return null;
}
