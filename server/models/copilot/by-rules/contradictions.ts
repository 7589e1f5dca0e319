import type { Change } from "../../../../protocol/copilot.ts";
import type { Language } from "../../../text/language.ts";
import { isNegated } from "../../../text/patterns.ts";
import { clauseDifference } from "../../check/differences.ts";
import { readStatement } from "../../check/statement.ts";
import { leftovers, type Stated } from "./changes.ts";
import { isWithinWeek } from "./dates.ts";
import { denied, mainOf } from "./denied.ts";
import type { Duty } from "./duty-words.ts";
import { blanked, type Fact } from "./facts.ts";
import { bareLine, oppositeByPrefix } from "./turned-around.ts";

/** What a text says otherwise than a policy, and how bad it is to be wrong in it. */
export interface Contradiction {
  change: Change & { kind: Exclude<Change["kind"], "wording"> };
  severity: "low" | "medium" | "high";
}

/** Sorts of values that can stand in each other's place. */
const families: Record<string, string> = {
  $: "money",
  "€": "money",
  "£": "money",
  chf: "money",
  "¥": "money",
  "work days": "time",
};

/**
 * In what a statement and a line of a policy that speaks of the same cannot both be right. What only one of them says is no contradiction: a
 * reply may leave things out.
 * @param alike how sure it is that both speak of the same, 0 to 1: what is told by a single word needs more of it
 */
export function contradictionsOf(
  said: Stated,
  policy: Stated,
  { language, alike }: { language: Language; alike: number },
): Contradiction[] {
  const values = valueContradictions(said, policy);
  const duties = dutyContradictions(said, policy, { language, alike });
  if (values.length > 0 || duties.length > 0) return [...values, ...duties];
  const [prefixed] = oppositeByPrefix(said.plain, policy.plain, language);
  const turned =
    prefixed ?? clauseDifference(readStatement(said.plain, language), bareLine(policy.plain, language), language);
  const [here, there] = [said, policy].map(({ plain }) => isNegated(mainOf(plain), language));
  // "Paid only if it is clean" is what "not paid if it is not" says.
  if (here && dutiesOf(policy).some(({ value }) => value === "only" || value === "except")) return [];
  const isSupposed = turned?.kind === "negation" && here === there;
  if (!turned || isSupposed || turned.kind === "wording" || turned.kind === "number")
    return alike >= leastForDenied && !sharesValue(said, policy) ? denied(said, policy, language) : [];
  return [
    { change: { ...turned, kind: turned.kind }, severity: turned.kind === "negation" || prefixed ? "high" : "medium" },
  ];
}

/** What is denied in a few words needs a line that speaks of the same for sure. */
const leastForDenied = 0.55;

/** A number or a date that both have: what agrees in it is hardly of another matter. */
export function sharesValue(one: Stated, other: Stated): boolean {
  return leftovers(one.facts, other.facts).same.some(([{ kind }]) => kind !== "obligation");
}

function valueContradictions(said: Stated, policy: Stated): Contradiction[] {
  const values = ({ facts }: Stated) => facts.filter(({ kind }) => kind !== "obligation");
  const { left, right, same } = leftovers(values(said), values(policy));
  const found: Contradiction[] = [];
  for (const fact of left) {
    const rivals = right.filter((each) => familyOf(each) === familyOf(fact) && !allows(each, fact));
    const rival = nearestOf(rivals, fact, { said, policy });
    // "Within 10 days" of a policy is kept by "10 to 14 days"; a second value of one sort may be of another matter.
    if (!rival || (same.some(([one]) => familyOf(one) === familyOf(fact)) && right.length > left.length)) continue;
    // "On weekends within a day" says nothing of weekdays.
    if (fact.sort === "weekday" && same.length > 0) continue;
    found.push({
      change: { kind: fact.kind === "date" ? "date" : "number", here: fact.written, there: rival.written },
      severity: fact.sort.startsWith("count") || fact.sort === "weekday" ? "medium" : "high",
    });
  }
  for (const [one, two] of same)
    if (one.bound && two.bound && one.bound !== two.bound)
      found.push({ change: { kind: "obligation", here: one.written, there: two.written }, severity: "high" });
  return found;
}

/** What sort of value it is, whatever it is counted in. */
export function familyOf({ sort }: Fact): string {
  return families[sort] ?? sort;
}

/** A policy's "at least 12" allows 16, and its "up to 5 devices" allows 3. */
export function allows(policy: Fact, said: Fact): boolean {
  if (policy.sort === "weekday" && said.sort === "weekday") return isWithinWeek(said, policy);
  if (policy.sort !== said.sort || policy.figure === null || said.figure === null || said.bound !== null) return false;
  if (policy.bound === "least") return said.figure >= policy.figure;
  return policy.bound === "most" && policy.sort.startsWith("count") && said.figure <= policy.figure;
}

/** Of several values the one whose neighbours are most like those of what was said. */
function nearestOf(
  rivals: readonly Fact[],
  fact: Fact,
  { said, policy }: { said: Stated; policy: Stated },
): Fact | undefined {
  const own = wordsAround(said.plain, fact);
  const shared = (rival: Fact) => [...wordsAround(policy.plain, rival)].filter((word) => own.has(word)).length;
  return rivals.toSorted((one, other) => shared(other) - shared(one))[0];
}

const aroundChars = 50;

function wordsAround(text: string, { start, end }: Fact): Set<string> {
  const words = `${text.slice(Math.max(0, start - aroundChars), start)} ${text.slice(end, end + aroundChars)}`;
  return new Set(words.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
}

/** A duty of the policy, one of the text that cannot stand beside it, and what it takes besides. */
interface Clash {
  policy: Duty[];
  said: Duty[];
  /** None of these may be in the text, or the policy: it says the same in another place. */
  unlessSaid?: Duty[];
  unlessPolicy?: Duty[];
  /** Which of the two must not deny what the other states: "may" beside "not" is no permission. */
  affirmative?: "said" | "policy";
  severity: Contradiction["severity"];
  /** Only between statements that are nearly the same. */
  least?: number;
}

const nearlySame = 0.75;
const clashes: Clash[] = [
  {
    policy: ["forbidden", "never"],
    said: ["may", "will", "always", "unlimited", "any"],
    unlessSaid: ["forbidden", "never", "except"],
    affirmative: "said",
    severity: "high",
  },
  {
    policy: ["may", "will", "always"],
    said: ["forbidden", "never"],
    unlessPolicy: ["forbidden", "never", "except", "only"],
    affirmative: "policy",
    severity: "high",
  },
  { policy: ["must"], said: ["needless"], severity: "high" },
  { policy: ["needless"], said: ["must"], unlessSaid: ["needless"], severity: "medium" },
  { policy: ["only"], said: ["any", "always"], unlessSaid: ["only"], severity: "high" },
  { policy: ["any"], said: ["only"], unlessPolicy: ["only"], severity: "medium" },
  { policy: ["only"], said: ["unlimited"], unlessSaid: ["only"], severity: "high" },
  { policy: ["free"], said: ["paid"], unlessSaid: ["free"], severity: "high" },
  { policy: ["paid"], said: ["we pay"], unlessPolicy: ["free"], severity: "high" },
  { policy: ["we pay"], said: ["paid"], unlessSaid: ["we pay", "free"], severity: "high" },
  { policy: ["paid"], said: ["free"], unlessPolicy: ["free"], severity: "high" },
  {
    policy: ["must"],
    said: ["may"],
    unlessSaid: ["must"],
    unlessPolicy: ["may"],
    severity: "medium",
    least: nearlySame,
  },
  {
    policy: ["may"],
    said: ["must"],
    unlessSaid: ["may"],
    unlessPolicy: ["must"],
    severity: "medium",
    least: nearlySame,
  },
];

function dutyContradictions(
  said: Stated,
  policy: Stated,
  { language, alike }: { language: Language; alike: number },
): Contradiction[] {
  const [own, other] = [dutiesOf(said), dutiesOf(policy)];
  const find = (duties: Fact[], wanted: Duty[] = []) =>
    duties.find(({ value }) => wanted.some((duty) => duty === value));
  for (const clash of clashes) {
    const [here, there] = [find(own, clash.said), find(other, clash.policy)];
    if (!here || !there || alike < (clash.least ?? 0)) continue;
    if (find(own, clash.unlessSaid) || find(other, clash.unlessPolicy)) continue;
    if (clash.affirmative && deniesMore({ said, policy }, clash.affirmative, language)) continue;
    return [{ change: { kind: "obligation", here: here.written, there: there.written }, severity: clash.severity }];
  }
  return priceOrTime(said, policy, { own, other });
}

/** Beside its duties one side denies something and the other does not. */
function deniesMore(both: { said: Stated; policy: Stated }, side: "said" | "policy", language: Language): boolean {
  const denies = (stated: Stated) => isNegated(blanked(stated.plain, dutiesOf(stated)), language);
  const [own, other] = side === "said" ? [both.said, both.policy] : [both.policy, both.said];
  return denies(own) && !denies(other);
}

function dutiesOf({ facts }: Stated): Fact[] {
  return facts.filter(({ kind }) => kind === "obligation");
}

/** How often, how many or until when at most; for what is said to last forever any time. */
function limitOf({ facts }: Stated, { plain }: Stated): Fact | undefined {
  const isForever = /\b(?:forever|indefinitely|für immer|unbefristet)/iu.test(plain);
  return facts.find(
    ({ kind, sort, bound }) =>
      kind === "number" && (bound === "most" || sort === "times" || (isForever && sort === "time")),
  );
}

/** "Free of charge" where a policy has a price, and "immediately" where it has a time. */
function priceOrTime(said: Stated, policy: Stated, { own, other }: { own: Fact[]; other: Fact[] }): Contradiction[] {
  const firstOf = ({ facts }: Stated, family: string) =>
    facts.find((fact) => familyOf(fact) === family && (fact.figure ?? 0) > 0);
  const [free, price] = [own.find(({ value }) => value === "free"), firstOf(policy, "money")];
  const clash = (here: Fact, there: Fact): Contradiction[] => [
    { change: { kind: "number", here: here.written, there: there.written }, severity: "high" },
  ];
  if (free && price && !other.some(({ value }) => value === "free" || value === "except")) return clash(free, price);
  const share = said.facts.find(({ sort, figure }) => sort === "%" && figure !== null && figure > 0 && figure < 100);
  const [costs, freeThere] = [firstOf(said, "money") ?? share, other.find(({ value }) => value === "free")];
  if (costs && freeThere && !firstOf(policy, "money") && !own.some(({ value }) => value === "free"))
    return clash(costs, freeThere);
  const [unlimited, limit] = [own.find(({ value }) => value === "unlimited"), limitOf(policy, said)];
  if (unlimited && limit && !other.some(({ value }) => value === "unlimited" || value === "any"))
    return clash(unlimited, limit);
  const [atOnce, time] = [own.find(({ value }) => value === "at once"), firstOf(policy, "time")];
  const isTimed = firstOf(said, "time") !== undefined || other.some(({ value }) => value === "at once");
  return atOnce && time && !isTimed ? clash(atOnce, time) : [];
}
