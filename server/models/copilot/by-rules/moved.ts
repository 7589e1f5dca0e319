import { contentStems } from "../../../text/words.ts";
import { isSameAmount } from "./amounts.ts";
import { leftovers } from "./changes.ts";
import type { Fact } from "./facts.ts";
import type { Line } from "./lines.ts";

/** A statement of one document, and what it fixes that its partner in the other does not: all of it where it has none. */
export interface Open {
  line: Line;
  facts: readonly Fact[];
  hasPartner: boolean;
}

/** Every second statement of a policy has a duty, so that a few common words prove nothing; a statement with a partner is of another matter. */
const shareOfDuties = 0.5;
const shareOfPartnered = 0.6;
/** Of the words of a statement another that says the same has nearly all, and may have more. */
const shareOfWhole = 0.9;
const shareOfWords = 0.7;

/** @param partner of a statement, by its place */
export function openOf(lines: readonly Line[], partner: (index: number) => Line | undefined): Open[] {
  return lines.map((line, index) => {
    const other = partner(index);
    return {
      line,
      facts: other ? leftovers(line.facts, other.facts).left : line.facts,
      hasPartner: other !== undefined,
    };
  });
}

/**
 * Whether the other document fixes the same elsewhere: a statement that has nearly all words of this one, or one about the same matter that fixes
 * it anew.
 */
export function isMovedTo(opposite: readonly Open[], fact: Fact, line: Line): boolean {
  return opposite.some(
    (other) =>
      (hasFact(other.line.facts, fact) && shareOf(line.stems, other.line.stems, line.stems.size) >= shareOfWhole) ||
      (hasFact(other.facts, fact) && isOfSameMatter(fact, line, other)),
  );
}

/** Whether nearly all of these words stand in one statement without a partner. */
export function hasWordsIn(opposite: readonly Open[], text: string): boolean {
  return opposite.some(({ line, hasPartner }) => {
    if (hasPartner) return false;
    const stems = new Set(contentStems(text, line.language));
    return stems.size > 1 && shareOf(stems, line.stems, stems.size) >= shareOfWords;
  });
}

function hasFact(facts: readonly Fact[], fact: Fact): boolean {
  return facts.some(
    (each) =>
      each.kind === fact.kind &&
      (fact.kind === "obligation" ? each.value === fact.value : isSameAmount(fact, each) && each.bound === fact.bound),
  );
}

function isOfSameMatter({ kind }: Fact, line: Line, { line: other, hasPartner }: Open): boolean {
  const share = shareOf(line.topic, other.topic, Math.min(line.topic.size, other.topic.size));
  if (hasPartner) return share >= shareOfPartnered;
  return kind === "obligation" ? share >= shareOfDuties : share > 0;
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>, of: number): number {
  let common = 0;
  for (const stem of one) if (other.has(stem)) common += 1;
  return common / Math.max(1, of);
}
