import type { Difference } from "../../../protocol/admin-check.ts";
import type { Language } from "../../text/language.ts";
import { tableOf } from "../../text/languages/index.ts";
import { isMeasure, type NumberMention, numberMentions } from "../../text/numbers.ts";
import { polesOf } from "../../text/opposites.ts";
import { isNegated, negationIn, wholeWords } from "../../text/patterns.ts";
import { contentStems, wordsOf } from "../../text/words.ts";
import type { EvidenceLine } from "./evidence-lines.ts";
import { readStatement, type Statement } from "./statement.ts";

/** Where one thought ends and the next begins. */
const clauseEnd =
  /(?<![,;:—–()])[,;:—–()]+\s|\s(?=(?:but|and|so|while|whereas|aber|und|sondern|mais|et|pero|y|ma|e|mas|maar|en)\s)/giu;

/**
 * What a line says otherwise than a statement that speaks of the same, or null. Only what can be told apart for sure: a number that counts the
 * same thing, one negation more, the opposite word.
 */
export function differenceOf(statement: Statement, line: EvidenceLine, language: Language): Difference | null {
  return numberDifference(statement, line, language) ?? clauseDifference(statement, line, language);
}

/** The numbers of a statement that the line does not have, nor a line beside it where this one counts nothing of the kind. */
export function numbersMissing(statement: Statement, line: EvidenceLine, language: Language): NumberMention[] {
  const own = numberMentions(`${line.heading}\n${line.text}`, language);
  const beside = numberMentions(line.nearby, language);
  return statement.numbers.filter((mention) => {
    if (own.some((each) => isSame(mention, each, language))) return false;
    const isCounted = own.some(({ unit }) => unit === mention.unit);
    return isCounted || !beside.some(({ value, unit }) => value === mention.value && unit === mention.unit);
  });
}

function isSame(one: NumberMention, other: NumberMention, language: Language): boolean {
  if (one.value !== other.value) return false;
  return one.unit === other.unit || !isMeasure(one.unit, language) || !isMeasure(other.unit, language);
}

function numberDifference(statement: Statement, line: EvidenceLine, language: Language): Difference | null {
  const here = numbersMissing(statement, line, language);
  if (here.length === 0) return null;
  const there = numberMentions(line.text, language);
  const isMeasured = (unit: string) => isMeasure(unit, language);
  for (const mention of here) {
    const other =
      there.find(({ unit, value }) => unit !== "" && unit === mention.unit && value !== mention.value) ??
      there.find(({ unit, value }) => isMeasured(unit) && isMeasured(mention.unit) && value === mention.value) ??
      onlyOther(mention, { here: statement.numbers, there, isMeasured });
    if (other) return { kind: "number", here: mention.written, there: other.written };
  }
  return null;
}

/** Each has one number, and nothing says that they count different things. */
function onlyOther(
  mention: NumberMention,
  { here, there, isMeasured }: { here: NumberMention[]; there: NumberMention[]; isMeasured: (unit: string) => boolean },
): NumberMention | undefined {
  const [other] = there;
  if (here.length !== 1 || there.length !== 1 || !other) return undefined;
  const isOpen = mention.unit === "" || other.unit === "" || (isMeasured(mention.unit) && isMeasured(other.unit));
  return isOpen ? other : undefined;
}

/** What two clauses that speak of the same say otherwise, if anything. */
function clauseDifference(statement: Statement, line: EvidenceLine, language: Language): Difference | null {
  const others = clausesOf(line.text, language);
  for (const own of clausesOf(statement.text, language)) {
    if (own.stems.length < 2) continue;
    const [best, second] = others
      .map((clause) => ({ clause, shared: own.stems.filter((stem) => clause.stems.includes(stem)).length }))
      .toSorted((one, other) => other.shared - one.shared);
    if (!best || best.shared < Math.max(2, own.stems.length * leastOfClause)) continue;
    // Which of two it is about nobody can tell.
    if (second?.shared === best.shared) continue;
    const { text } = best.clause;
    const [isHere, isThere] = [isNegated(own.text, language), isNegated(text, language)];
    if (isHere !== isThere)
      return { kind: "negation", here: negationIn(own.text, language) ?? "", there: negationIn(text, language) ?? "" };
    const difference = oppositeWords(own.text, text, language);
    if (difference) return difference;
  }
  return null;
}

/** Share of a clause's words that the other one must have to be about the same. */
const leastOfClause = 0.75;

interface Clause {
  text: string;
  stems: string[];
}

function clausesOf(text: string, language: Language): Clause[] {
  const clauses: Clause[] = [];
  for (const part of text.split(clauseEnd)) {
    const stems = [...new Set(contentStems(part, language))];
    const last = clauses.at(-1);
    // A few words between commas say nothing alone.
    if (last && (stems.length < 2 || last.stems.length < 2))
      clauses[clauses.length - 1] = { text: `${last.text} ${part}`, stems: [...new Set([...last.stems, ...stems])] };
    else clauses.push({ text: part, stems });
  }
  return clauses;
}

/** A word of the one and a word of the other that are opposites, and that only one of them has. */
function oppositeWords(here: string, there: string, language: Language): Difference | null {
  const [own, other] = [polesIn(here, language), polesIn(there, language)];
  for (const [word, [group, side]] of own) {
    if (other.has(word)) continue;
    const opposite = [...other].find(([each, [of, at]]) => of === group && at !== side && !own.has(each));
    if (opposite) return { kind: "opposite", here: word, there: opposite[0] };
  }
  return null;
}

/** "At least 3" and "3 or more" are one thing. */
const bounds = /\b(?:at (?:least|most)|or (?:more|less|higher|lower)|(?:more|less|higher|lower|fewer) than|up to)\b/gi;

/** The words of a text that have an opposite, each with its side; of a verb with its particle apart the particle. */
function polesIn(text: string, language: Language): Map<string, [group: number, side: number]> {
  const plain = language === "en" ? text.replace(bounds, " ") : text;
  const poles = new Map<string, [number, number]>();
  for (const word of wordsOf(plain, language)) for (const pole of polesOf(word, language)) poles.set(word, pole);
  const known = new Set([...poles.values()].map(([group]) => group));
  const { particles } = tableOf(language);
  const particle = particles && wholeWords(particles[1]).exec(plain)?.[0];
  if (particle) for (const pole of polesOf(plain, language)) if (!known.has(pole[0])) poles.set(particle, pole);
  return poles;
}

/** @returns the statement as the other's language would read it, where they differ. */
export function inLanguage(statement: Statement, language: Language): Statement {
  return statement.language === language ? statement : readStatement(statement.text, language);
}
