import type { CopilotMessage } from "../../protocol/copilot-talk.ts";
import { languageOf } from "../text/language.ts";
import { contentStems } from "../text/words.ts";

/** What somebody said and what came of it. */
type Round = CopilotMessage[];

export interface AlignedRounds {
  is_same: boolean;
  left: Round;
  right: Round;
}

/** From this share of common words on, two ask the same. */
const leastShared = 0.6;

/**
 * What was said in two branches beside each other, each in its order: those that ask the same stand in one line, and what lies between them is
 * set side by side as it came.
 */
export function alignRounds(left: readonly CopilotMessage[], right: readonly CopilotMessage[]): AlignedRounds[] {
  const [lefts, rights] = [roundsOf(left), roundsOf(right)];
  const rows: AlignedRounds[] = [];
  let [atLeft, atRight] = [0, 0];
  const beside = (toLeft: number, toRight: number) => {
    while (atLeft < toLeft || atRight < toRight) {
      rows.push({
        is_same: false,
        left: (atLeft < toLeft ? lefts[atLeft] : undefined) ?? [],
        right: (atRight < toRight ? rights[atRight] : undefined) ?? [],
      });
      atLeft = Math.min(toLeft, atLeft + 1);
      atRight = Math.min(toRight, atRight + 1);
    }
  };
  for (const [one, other] of longestPairs(lefts, rights)) {
    beside(one, other);
    rows.push({ is_same: true, left: lefts[one] ?? [], right: rights[other] ?? [] });
    atLeft = one + 1;
    atRight = other + 1;
  }
  beside(lefts.length, rights.length);
  return rows;
}

/** A round begins with a person's message, or with one that was brought back. */
function roundsOf(messages: readonly CopilotMessage[]): Round[] {
  const rounds: Round[] = [];
  for (const message of messages) {
    const round = rounds.at(-1);
    if (!round || message.role === "person" || message.merged_from) rounds.push([message]);
    else round.push(message);
  }
  return rounds;
}

/** The longest row of equals that keeps both orders, as places of both. */
function longestPairs(lefts: readonly Round[], rights: readonly Round[]): [number, number][] {
  const lengths = lefts.map(() => rights.map(() => 0));
  const length = (one: number, other: number) => lengths[one]?.[other] ?? 0;
  const [words, others] = [lefts.map(wordsOf), rights.map(wordsOf)];
  const isSame = (one: number, other: number) => areSame(words[one], others[other]);
  for (let one = lefts.length - 1; one >= 0; one -= 1)
    for (let other = rights.length - 1; other >= 0; other -= 1) {
      const row = lengths[one];
      if (row)
        row[other] = isSame(one, other)
          ? length(one + 1, other + 1) + 1
          : Math.max(length(one + 1, other), length(one, other + 1));
    }
  const pairs: [number, number][] = [];
  for (let [one, other] = [0, 0]; one < lefts.length && other < rights.length; ) {
    if (isSame(one, other)) {
      pairs.push([one, other]);
      one += 1;
      other += 1;
    } else if (length(one + 1, other) >= length(one, other + 1)) one += 1;
    else other += 1;
  }
  return pairs;
}

function wordsOf([first]: Round): ReadonlySet<string> {
  if (first?.role !== "person") return new Set();
  return new Set(contentStems(first.content, languageOf(first.content)));
}

function areSame(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (!one || !other || one.size === 0 || other.size === 0) return false;
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared) >= leastShared;
}
