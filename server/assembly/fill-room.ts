import { contextSources } from "../../protocol/context-record.ts";
import type { Weighed } from "./candidate.ts";

export interface Room {
  /** Tokens of all entries together. */
  tokens: number;
  /** Most entries. */
  most?: number;
}

export interface Fitted<Item> {
  taken: Weighed<Item>[];
  leftOut: { weighed: Weighed<Item>; reason: string }[];
  tokens: number;
}

/**
 * Fills the room, the weightiest first; of equals, the one that is higher in its source. What does not fit is left out and something shorter
 * after it may go in, but nothing lesser takes the place of something that was named in the message. A single entry that is larger than all the
 * room goes in alone: without it there would be nothing to answer from.
 */
export function fillRoom<Item>(
  weighed: readonly Weighed<Item>[],
  { tokens, most = Number.POSITIVE_INFINITY }: Room,
): Fitted<Item> {
  const fitted: Fitted<Item> = { taken: [], leftOut: [], tokens: 0 };
  let isFullOfNamed = false;
  for (const each of uniqueOf(weighed.toSorted(byWeight))) {
    const leave = (reason: string) => void fitted.leftOut.push({ weighed: each, reason });
    const { candidate, refused } = each;
    if (refused !== undefined) leave(refused);
    else if (fitted.taken.length >= most) leave(`limit of ${most} entries reached`);
    else if (isFullOfNamed && candidate.source !== "mentioned")
      leave("documents mentioned in the message use the whole budget");
    else if (fitted.taken.length > 0 && fitted.tokens + candidate.tokens > tokens) {
      leave(`does not fit in the budget of ${tokens} tokens`);
      isFullOfNamed ||= candidate.source === "mentioned";
    } else {
      fitted.taken.push(each);
      fitted.tokens += candidate.tokens;
    }
  }
  return fitted;
}

/** The order does not depend on which source answered first. */
function byWeight<Item>(one: Weighed<Item>, other: Weighed<Item>): number {
  const { candidate: first } = one;
  const { candidate: second } = other;
  return (
    Number(one.refused !== undefined) - Number(other.refused !== undefined) ||
    other.weight - one.weight ||
    contextSources.indexOf(first.source) - contextSources.indexOf(second.source) ||
    first.rank - second.rank ||
    (first.id < second.id ? -1 : Number(first.id > second.id))
  );
}

/** What several sources gave counts once, as the best of them. */
function uniqueOf<Item>(sorted: readonly Weighed<Item>[]): Weighed<Item>[] {
  const first = new Map<string, Weighed<Item>>();
  for (const each of sorted) {
    const key = `${each.candidate.kind} ${each.candidate.id}`;
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}
