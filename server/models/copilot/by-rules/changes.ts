import type { Change } from "../../../../protocol/copilot.ts";
import type { Language } from "../../../text/language.ts";
import type { Span } from "../../../text/sentences.ts";
import { isCounted, isSameAmount } from "./amounts.ts";
import { concernsDuty } from "./concerned.ts";
import type { Fact } from "./facts.ts";
import { isIdle } from "./idle-duties.ts";
import { turnedAround } from "./turned-around.ts";
import { type Hunk, hunksOf, joinedHunks } from "./word-hunks.ts";
import { textsOf, wordings } from "./wordings.ts";

/** How much hangs on a change of each kind, 0 to 1: the order is what a reader of two policies looks for first. */
export const weightOf: Record<Change["kind"], number> = {
  date: 0.95,
  number: 0.9,
  negation: 0.85,
  obligation: 0.8,
  opposite: 0.7,
  wording: 0.25,
};
/** Duties that can stand in each other's place. */
const places: Record<string, string> = {
  must: "mode",
  forbidden: "mode",
  needless: "mode",
  may: "mode",
  will: "mode",
  should: "mode",
  only: "scope",
  any: "scope",
  always: "time",
  never: "time",
  least: "bound",
  most: "bound",
  free: "price",
  paid: "price",
};
/** Duties that change a statement by being there at all; "will" and "may" stand in half of all sentences. */
const telling: ReadonlySet<string> = new Set([
  "must",
  "forbidden",
  "needless",
  "should",
  "only",
  "always",
  "never",
  "free",
  "except",
  "at once",
  "lost",
]);

/** A statement without markup, and what it fixes. */
export interface Stated {
  plain: string;
  facts: readonly Fact[];
}

/** What else the two documents of two statements say. */
export interface Elsewhere {
  /** Whether what only one of the two fixes is fixed by another statement of the other document. */
  isMoved(fact: Fact, side: keyof Hunk): boolean;
  /** Whether words that only one of the two has stand in a statement without a partner of the other document. */
  hasWords(text: string, side: keyof Hunk): boolean;
  /** Whether the words of a change replace each other in other statements as well. */
  isRenaming(hunk: Hunk, here: string, there: string): boolean;
}

const nowhere: Elsewhere = { isMoved: () => false, hasWords: () => false, isRenaming: () => false };

/** In what two statements of one matter differ, the weightiest first. Empty: they say the same. */
export function changesBetween(
  one: Stated,
  two: Stated,
  { language, elsewhere = nowhere }: { language: Language; elsewhere?: Elsewhere },
): Change[] {
  const [here, there] = [one.plain, two.plain];
  const hunks = hunksOf(here, there);
  if (hunks.length === 0) return [];
  const [own, other] = withoutKept(one.facts, two.facts, hunks);
  const values = valueChanges({ here, there, own, other, hunks, elsewhere });
  const duties = dutyChanges({ here, there, own, other, hunks, elsewhere }).filter(
    (duty) => !values.some((value) => tells(value, duty)),
  );
  const changes = [...values, ...duties, ...turnedAround({ here, there, hunks, duties, language })];
  const joined = joinedHunks(hunks, { here, there, language });
  const isOpen = (hunk: Hunk) => {
    const texts = textsOf(hunk, here, there);
    if (elsewhere.isRenaming(hunk, here, there)) return false;
    return !elsewhere.hasWords(texts.here, "here") && !elsewhere.hasWords(texts.there, "there");
  };
  const concerned =
    changes.length > 0
      ? undefined
      : joined.find((hunk) => concernsDuty(hunk, { here: one, there: two, language }) && isOpen(hunk));
  if (concerned) changes.push({ kind: "obligation", ...textsOf(concerned, here, there) });
  return [...changes, ...wordings({ here, there, hunks: joined, changes, language })].toSorted(
    (one, two) => weightOf[two.kind] - weightOf[one.kind],
  );
}

/** What stands in words that both have changed in neither: of "must not use and may not sell" the second may be what stayed. */
function withoutKept(own: readonly Fact[], other: readonly Fact[], hunks: readonly Hunk[]): [Fact[], Fact[]] {
  const isKept = (fact: Fact, side: keyof Hunk) =>
    !hunks.some(({ [side]: { start, end } }) => start < fact.end && end > fact.start);
  const rest = [...other];
  const left = own.filter((fact) => {
    const at = isKept(fact, "here")
      ? rest.findIndex((each) => isKept(each, "there") && each.bound === fact.bound && isEqual(fact, each))
      : -1;
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [left, rest];
}

function isEqual(one: Fact, other: Fact): boolean {
  return one.kind === other.kind && isSameAmount(one, other);
}

/** "At least 30 days" tells of its "at least". */
function tells(value: Change, duty: Change): boolean {
  return duty.here !== "" && value.here.includes(duty.here) && value.there.includes(duty.there);
}

interface Compared {
  here: string;
  there: string;
  own: readonly Fact[];
  other: readonly Fact[];
  hunks: readonly Hunk[];
  elsewhere: Elsewhere;
}

/** Numbers and dates that only one of the two has, each beside the one that stands in its place; and bounds that changed. */
function valueChanges({ own, other, hunks, elsewhere }: Compared): Change[] {
  const isValue = ({ kind }: Fact) => kind !== "obligation";
  const { left, right, same } = leftovers(own.filter(isValue), other.filter(isValue));
  const changes: Change[] = [];
  const rest = [...right];
  const take = (fact: Fact, fits: (other: Fact) => boolean) => {
    const at = rest.findIndex((each) => each.kind === fact.kind && fits(each));
    return at < 0 ? undefined : rest.splice(at, 1)[0];
  };
  for (const fact of left) {
    const inHunk = (each: Fact) => hunkAt(hunks, fact, "here") === hunkAt(hunks, each, "there");
    const partner =
      take(fact, (each) => each.sort === fact.sort && inHunk(each)) ??
      take(fact, (each) => each.sort === fact.sort) ??
      take(fact, inHunk);
    if (partner || (tellsAlone(fact) && !elsewhere.isMoved(fact, "here")))
      changes.push({ kind: fact.kind, here: fact.written, there: partner?.written ?? "" });
  }
  for (const fact of rest)
    if (tellsAlone(fact) && !elsewhere.isMoved(fact, "there"))
      changes.push({ kind: fact.kind, here: "", there: fact.written });
  for (const [one, two] of same)
    if (one.bound !== two.bound) changes.push({ kind: "obligation", here: one.written, there: two.written });
  return changes;
}

function tellsAlone({ bound, written, sort }: Fact): boolean {
  // "Monthly" beside nothing is a kind of thing more often than how often it is due.
  if (sort === "rate") return false;
  return bound !== null || isCounted(written);
}

/** Facts of one side without an equal on the other, and the pairs of equal ones. */
export function leftovers(
  own: readonly Fact[],
  other: readonly Fact[],
): { left: Fact[]; right: Fact[]; same: [Fact, Fact][] } {
  const right = [...other];
  const same: [Fact, Fact][] = [];
  const unmatched = (facts: readonly Fact[], fits: (one: Fact, two: Fact) => boolean) =>
    facts.filter((fact) => {
      const at = right.findIndex((each) => isEqual(fact, each) && fits(fact, each));
      const [partner] = at < 0 ? [] : right.splice(at, 1);
      if (partner) same.push([fact, partner]);
      return !partner;
    });
  const bounded = unmatched(own, (one, two) => one.bound === two.bound);
  return { left: unmatched(bounded, () => true), right, same };
}

/** "May" and "may not" differ in the word beside the one that both have. */
const beside = 2;

function hunkAt(hunks: readonly Hunk[], fact: Span, side: keyof Hunk): number {
  return hunks.findIndex(({ [side]: { start, end } }) => start - beside < fact.end && end + beside > fact.start);
}

function dutyChanges({ here, there, own, other, hunks, elsewhere }: Compared): Change[] {
  const isDuty = ({ kind }: Fact) => kind === "obligation";
  const { left, right } = leftovers(own.filter(isDuty), other.filter(isDuty));
  const rest = [...right];
  const take = (fact: Fact, fits: (each: Fact) => boolean) => {
    const at = rest.findIndex((each) => isRival(fact, each) && fits(each));
    return at < 0 ? undefined : rest.splice(at, 1)[0];
  };
  const isTold = (fact: Fact, side: keyof Hunk) =>
    telling.has(fact.value) && !isIdle(fact, side === "here" ? here : there) && !elsewhere.isMoved(fact, side);
  const changes: Change[] = [];
  for (const fact of left) {
    const hunk = hunkAt(hunks, fact, "here");
    const alone = isTold(fact, "here");
    const partner =
      take(fact, (each) => hunk >= 0 && hunk === hunkAt(hunks, each, "there")) ??
      // A sentence that was turned about has its duty at another place.
      take(fact, (each) => alone && isTold(each, "there"));
    if (partner || alone) changes.push({ kind: "obligation", here: fact.written, there: partner?.written ?? "" });
  }
  for (const fact of rest)
    if (isTold(fact, "there")) changes.push({ kind: "obligation", here: "", there: fact.written });
  const told = changes.map((change) => `${change.here}\n${change.there}`);
  return changes.filter((_change, index) => told.indexOf(told[index] ?? "") === index);
}

/** Whether two duties can stand in each other's place. */
function isRival(one: Fact, other: Fact): boolean {
  const place = places[one.value];
  return place !== undefined && place === places[other.value] && isContracted(one) === isContracted(other);
}

/** "You'll" promises nothing that "you can" would not. */
function isContracted({ written }: Fact): boolean {
  return written === "'ll";
}
