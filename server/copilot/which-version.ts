import type { CopilotDocument } from "../../protocol/copilot.ts";
import type { Family } from "./document-index.ts";
import type { NameToken } from "./name-tokens.ts";

/** Words that pick a version. */
export type VersionWord =
  | { type: "first" | "old" | "previous" | "current" | "last_year" | "this_year" | "none" }
  | { type: "number" | "year" | "years_ago" | "versions_ago"; value: number }
  | { type: "before_year" | "after_year"; value: number };

/** Such words in a text. */
export interface VersionSpan {
  version: VersionWord;
  /** Places of the tokens, from and up to but without. */
  from: number;
  to: number;
  /** It stands alone, "the old one", and belongs to a document that is named elsewhere. */
  alone: boolean;
}

/** "The very first", "the original": the oldest, however many there are. */
const firsts = set(
  "oldest alteste altesten original initial earliest first-ever allererste allerersten ursprungliche ursprunglichen",
);
const ordinals = [
  "first erste ersten",
  "second 2nd zweite zweiten",
  "third 3rd dritte dritten",
  "fourth 4th vierte vierten",
].map(set);
const numbers = set("one two three four five");
const words: Record<"old" | "previous" | "current", Set<string>> = {
  old: set(
    "old older earlier outdated superseded retired obsolete expired historic archived deprecated veraltete veralteten fruhere fruheren fruherer alt alte alten alter altes altere ancien ancienne antigua antiguo vieja viejo",
  ),
  previous: set(
    "previous prior former preceding predecessor penultimate vorletzte vorletzten vorletzter vorgangerversion vorganger vorige vorigen voriger vorherige vorherigen precedente anterior",
  ),
  current: set(
    "new newer newest current latest recent up-to-date gultige gultigen geltende geltenden neu neue neuen neuer neues neuere aktuelle aktuellen aktuell nouvelle nouveau actuelle actuel nueva nuevo actual",
  ),
};
const versionNouns = set("version versions fassung revision edition v one ones release");
const yearPattern = /^(?:19|20)\d\d$/u;

/** Of words that stand beside each other: "two years ago", "the version before the current one". */
const phrases: [pattern: RegExp, read: (count: number) => VersionWord][] = [
  [/^(?:the )?(?:very first|first ever|allererste[nr]?)\b/u, () => ({ type: "first" })],
  [/^(one|two|three|four|five|a|\d) years? (?:ago|before|old)\b/u, (value) => ({ type: "years_ago", value })],
  [/^vor (\d|einem|zwei|drei) jahre?n?\b/u, (value) => ({ type: "years_ago", value })],
  [
    /^(one|two|three|four|five|a|\d) versions? (?:ago|before|back|earlier)\b/u,
    (value) => ({ type: "versions_ago", value }),
  ],
  [/^(?:second to last|next to last|last but one|second last)\b/u, () => ({ type: "previous" })],
  [
    /^(?:right )?before (?:the|this|that) (?:current|latest|last|new|newest|present)(?: one| version)?\b/u,
    () => ({ type: "previous" }),
  ],
  [
    /^before (?:the|this|that|its|our) (?:last |latest |recent |new )?(?:change|update|revision|amendment|rewrite|overhaul|version)s?\b/u,
    () => ({ type: "previous" }),
  ],
  [/^used? to (?:say|state|allow|read|be|require|promise|mention|cost)\b/u, () => ({ type: "old" })],
  [/^(?:previously|formerly) (?:sa[iy]|state|allow|read|require|promise|mention)/u, () => ({ type: "old" })],
  [/^(?:originally|initially) (?:sa[iy]|state|allow|read|require|promise|mention)/u, () => ({ type: "first" })],
  [
    /^(?:most recent|latest|newest) (?:two|three|four|\d) versions\b|^(?:two|three) (?:most recent|latest|newest) versions\b/u,
    () => ({ type: "none" }),
  ],
  [/^before last\b/u, () => ({ type: "previous" })],
  [/^(?:before|prior to|until|till|up to|vor|bis) ((?:19|20)\d\d)\b/u, (value) => ({ type: "before_year", value })],
  [/^(?:after|later than|nach) ((?:19|20)\d\d)\b/u, (value) => ({ type: "after_year", value })],
  [
    /^(?:next (?:years?|months?|versions?|edition)|upcoming|future|planned|proposed|pending|unpublished|kommende[nrs]?|kunftige[nrs]?|geplante[nrs]?)\b/u,
    () => ({ type: "none" }),
  ],
  // Which of the stored versions that is, nobody knows.
  [/^drafts? (?:of|version)\b|^entwurf (?:der|des|von)\b/u, () => ({ type: "none" })],
];
const counted: Readonly<Record<string, number>> = {
  ...{ a: 1, one: 1, einem: 1, two: 2, zwei: 2, three: 3, drei: 3, four: 4, five: 5 },
};
const mostPhraseWords = 6;

function set(list: string): Set<string> {
  return new Set(list.split(" "));
}

/** All words that pick a version, in order. */
export function versionSpans(tokens: readonly NameToken[]): VersionSpan[] {
  const spans: VersionSpan[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const found = readAt(tokens, at);
    if (!found) continue;
    const read = { ...found, version: notThat(found, tokens) };
    spans.push(read);
    at = read.to - 1;
    // "Versions 1 and 2".
    const more = tokens[at + 2]?.word ?? "";
    if (read.version.type !== "number" || !read.alone || !joins.has(tokens[at + 1]?.word ?? "")) continue;
    if (!/^\d{1,2}$/u.test(more)) continue;
    spans.push({ version: { type: "number", value: Number(more) }, from: at + 1, to: at + 3, alone: true });
    at += 2;
  }
  return spans;
}

/** "But not the current version", "any but the newest". */
function notThat({ version, from }: VersionSpan, tokens: readonly NameToken[]): VersionWord {
  let at = from - 1;
  while (articles.has(tokens[at]?.word ?? "")) at -= 1;
  const [before = "", last = ""] = [tokens[at - 1]?.word, tokens[at]?.word];
  const isAnyBut = last === "but" && tokens.slice(0, at).some(({ word }) => ["any", "all", "every"].includes(word));
  const isDenied =
    ["not", "except", "nicht", "ausser"].includes(last) || `${before} ${last}` === "other than" || isAnyBut;
  if (!isDenied) return version;
  return version.type === "current" ? { type: "old" } : { type: "none" };
}

const joins = set("and und vs versus with to mit or oder");

/** "Baggage Policy #2", "Baggage Policy 1.0": a number behind a name, with nothing behind it that it may count. */
export function numberBehind(tokens: readonly NameToken[], to: number): VersionWord | null {
  const [number, next] = [tokens[to]?.word ?? "", tokens[to + 1]?.word ?? ""];
  if (!/^\d{1,2}$/u.test(number)) return null;
  if (/^\d{1,2}$/u.test(next)) return { type: "none" };
  return next === "" || joins.has(next) ? { type: "number", value: Number(number) } : null;
}

/** "The second refund policy": the place of a version, or of something else where no article stands before it. Null: no such word. */
export function ordinalBefore(tokens: readonly NameToken[], from: number): VersionWord | null {
  const place = ordinals.findIndex((each) => each.has(tokens[from - 1]?.word ?? ""));
  if (place < 0) return null;
  return articles.has(tokens[from - 2]?.word ?? "") ? { type: "number", value: place + 1 } : { type: "none" };
}

const articles = set("the our its die der das den dem unsere unserer");

function readAt(tokens: readonly NameToken[], at: number): VersionSpan | null {
  const word = tokens[at]?.word ?? "";
  const next = tokens[at + 1]?.word ?? "";
  const span = (version: VersionWord, length: number): VersionSpan => {
    const noun = tokens[at + length]?.word ?? "";
    const isNoun = versionNouns.has(noun);
    return { version, from: at, to: at + length + (isNoun ? 1 : 0), alone: isNoun };
  };
  const phrase = phraseAt(tokens, at);
  if (phrase) return span(phrase.version, phrase.length);
  if (word === "last" && next === "year") return span({ type: "last_year" }, 2);
  if (word === "this" && next === "year") return span({ type: "this_year" }, 2);
  if ((word === "letztes" || word === "vom") && next === "jahr") return span({ type: "last_year" }, 2);
  const isVersionNoun = ["version", "versions", "v", "ver", "rev", "fassung", "revision", "edition"].includes(word);
  if (isVersionNoun && (/^\d{1,3}$/u.test(next) || (word !== "v" && numbers.has(next))))
    return { version: { type: "number", value: counted[next] ?? Number(next) }, from: at, to: at + 2, alone: true };
  const place = ordinals.findIndex((each) => each.has(word));
  if (place >= 0 && isOfVersion(next)) return span({ type: "number", value: place + 1 }, 1);
  if (firsts.has(word)) return span({ type: "first" }, 1);
  const short = /^v(\d{1,3})$/u.exec(word)?.[1];
  if (short) return { version: { type: "number", value: Number(short) }, from: at, to: at + 1, alone: true };
  if (yearPattern.test(word)) return span({ type: "year", value: Number(word) }, 1);
  for (const type of ["old", "previous", "current"] as const) if (words[type].has(word)) return span({ type }, 1);
  // "The last version" is mostly the one that holds, but not always: it is asked for by being old or new only.
  return null;
}

/** "The second version": "the second one" and "the second document" point at what was shown. */
function isOfVersion(noun: string): boolean {
  return versionNouns.has(noun) && !["one", "ones", "v"].includes(noun);
}

function phraseAt(tokens: readonly NameToken[], at: number): { version: VersionWord; length: number } | null {
  const said = tokens.slice(at, at + mostPhraseWords).map(({ word }) => word);
  for (const [pattern, read] of phrases) {
    const match = pattern.exec(said.join(" "));
    if (!match) continue;
    return { version: read(counted[match[1] ?? ""] ?? Number(match[1] ?? 0)), length: match[0].split(" ").length };
  }
  return null;
}

/** The version that is meant: one, or those between which somebody has to choose. @param now for "last year's". */
export function versionOf(family: Family, wanted: VersionWord, now: Date): CopilotDocument | CopilotDocument[] {
  const { versions } = family;
  const current = currentOf(family);
  const before = versions.filter((each) => current && each.version < current.version);
  const fits = fitting(wanted, { versions, current, before, now });
  const [only] = fits;
  if (fits.length === 1 && only) return only;
  return fits.length > 1 ? fits : versions;
}

/** The version that holds. */
export function currentOf({ versions }: Family): CopilotDocument | undefined {
  return versions.find(({ is_current }) => is_current) ?? versions.at(-1);
}

function fitting(
  wanted: VersionWord,
  given: { versions: CopilotDocument[]; current: CopilotDocument | undefined; before: CopilotDocument[]; now: Date },
): CopilotDocument[] {
  const { versions, current, before, now } = given;
  const year = now.getUTCFullYear();
  const ofYear = (wantedYear: number) =>
    versions.filter(({ created_at }) => new Date(created_at).getUTCFullYear() === wantedYear);
  switch (wanted.type) {
    case "first":
      return versions.slice(0, 1);
    case "none":
      return [];
    case "before_year":
      return versions.filter(({ created_at }) => new Date(created_at).getUTCFullYear() < wanted.value);
    case "after_year":
      return versions.filter(({ created_at }) => new Date(created_at).getUTCFullYear() > wanted.value);
    case "years_ago":
      return ofYear(year - wanted.value);
    case "versions_ago":
      return before.slice(-wanted.value).slice(0, before.length >= wanted.value ? 1 : 0);
    case "current":
      return current ? [current] : [];
    case "previous":
      return before.slice(-1);
    case "old":
      return before;
    case "number":
      return versions.filter(({ version }) => version === wanted.value);
    case "year":
      return ofYear(wanted.value);
    case "last_year":
      return ofYear(year - 1);
    case "this_year":
      return ofYear(year);
    default:
      return wanted satisfies never;
  }
}
