import { isNegated } from "../../../../text/patterns.ts";
import { allows, type Contradiction, contradictionsOf, familyOf, sharesValue } from "../contradictions.ts";
import type { Fact } from "../facts.ts";
import { channelsOf } from "./channels.ts";
import type { Clause, Read } from "./clauses.ts";
import { type StanceModel, stanceOf } from "./stance.ts";

/** What tells that a clause speaks of the same as a sentence. */
export const aboutSignals = ["meaning", "inContext", "words", "sort", "sameValue", "nearest", "leaning"] as const;
/** What tells, if it does, that both cannot be right. */
export const againstSignals = [
  "always",
  "opposed",
  "kind",
  "value",
  "sameValue",
  "duty",
  "negation",
  "oneNegated",
  "inItsWords",
  "meaning",
  "words",
  "only",
  "unanswered",
  "otherChannel",
  "sameChannel",
  "price",
  "opening",
] as const;

export type Signals<Name extends string> = Record<Name, number>;
export type About = Signals<(typeof aboutSignals)[number]>;
export type Against = Signals<(typeof againstSignals)[number]>;

/** How near the two are, 0 to 1 each. */
export interface Nearness {
  meaning: number;
  inContext: number;
  words: number;
}

/** A sentence beside a clause that may speak of the same. */
export interface Candidate {
  clause: Clause;
  about: About;
  against: Against;
  contradictions: Contradiction[];
}

/** Shares of words are a third of a cosine, as they come. */
const scaleOfWords = 3;
/** The rules are asked as if both certainly spoke of the same: whether they do is weighed beside it. */
const alike = 0.7;
const opening =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|morning|thanks?|thank you|sorry|best|kind|warm|yours|cheers|love|see you|lovely|welcome)\b/i;

export function signalsOf(
  said: Read,
  clause: Clause,
  { near, isNearest, leans, stance }: { near: Nearness; isNearest: boolean; leans: boolean; stance: StanceModel },
): Candidate {
  const contradictions = contradictionsOf(said, clause, { language: "en", alike });
  const kinds = new Set(contradictions.map(({ change: { kind } }) => kind));
  const [own, other] = [said, clause].map(({ facts }) => facts.filter(({ kind }) => kind !== "obligation"));
  // "You are 25" agrees with "at least 18".
  const sameValue = sharesValue(said, clause) || own?.some((fact) => other?.some((each) => allows(each, fact)));
  const sort = own?.some((fact) => other?.some((each) => familyOf(each) === familyOf(fact)));
  const channels = channelsOf(said.plain, clause.plain);
  const [kind, there] = [stanceOf(said, stance), stanceOf(clause, stance)];
  const about = {
    ...near,
    words: near.words * scaleOfWords,
    sort: Number(sort),
    sameValue: Number(sameValue),
    nearest: Number(isNearest),
    leaning: leans ? near.inContext : 0,
  };
  const against = {
    always: 1,
    opposed: -kind * there,
    kind,
    value: Number((kinds.has("number") || kinds.has("date")) && !sameValue),
    sameValue: Number(sameValue),
    duty: Number(kinds.has("obligation")),
    negation: Number(kinds.has("negation") || kinds.has("opposite")),
    oneNegated: Number(isNegated(said.plain, "en") !== isNegated(clause.plain, "en")),
    inItsWords: contradictions.length > 0 ? near.words : 0,
    meaning: near.meaning,
    words: near.words,
    only: Number(has(clause.facts, "only")),
    unanswered: Number((other?.length ?? 0) > 0 && own?.length === 0),
    otherChannel: Number(channels === "other"),
    sameChannel: Number(channels === "same"),
    price: Number(isFreeBesidePrice(said, clause)) + Number(isPriced(said) && has(clause.facts, "free")),
    opening: Number(opening.test(said.plain)),
  };
  return { clause, about, against, contradictions };
}

function has(facts: readonly Fact[], duty: string): boolean {
  return facts.some(({ kind, value }) => kind === "obligation" && value === duty);
}

function isPriced({ facts }: Read): boolean {
  return facts.some((fact) => familyOf(fact) === "money");
}

function isFreeBesidePrice(said: Read, clause: Read): boolean {
  return has(said.facts, "free") && isPriced(clause) && !has(clause.facts, "free");
}
