import type { CopilotDocument } from "../../protocol/copilot.ts";
import type { Family } from "./document-index.ts";
import type { NameToken } from "./name-tokens.ts";

/** Words that pick a version. */
export type VersionWord =
  | { type: "old" | "previous" | "current" | "last_year" | "this_year" }
  | { type: "number" | "year"; value: number };

/** Such words in a text. */
export interface VersionSpan {
  version: VersionWord;
  /** Places of the tokens, from and up to but without. */
  from: number;
  to: number;
  /** It stands alone, "the old one", and belongs to a document that is named elsewhere. */
  alone: boolean;
}

const words: Record<"old" | "previous" | "current", Set<string>> = {
  old: set(
    "old older oldest original first-ever alt alte alten alter altes altere ancien ancienne antigua antiguo vieja viejo",
  ),
  previous: set("previous prior former preceding vorige vorigen voriger vorherige vorherigen precedente anterior"),
  current: set(
    "new newer newest current latest recent neu neue neuen neuer neues neuere aktuelle aktuellen aktuell nouvelle nouveau actuelle actuel nueva nuevo actual",
  ),
};
const versionNouns = set("version versions fassung revision edition v one ones release");
const yearPattern = /^(?:19|20)\d\d$/u;

function set(list: string): Set<string> {
  return new Set(list.split(" "));
}

/** All words that pick a version, in order. */
export function versionSpans(tokens: readonly NameToken[]): VersionSpan[] {
  const spans: VersionSpan[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const read = readAt(tokens, at);
    if (!read) continue;
    spans.push(read);
    at = read.to - 1;
  }
  return spans;
}

function readAt(tokens: readonly NameToken[], at: number): VersionSpan | null {
  const word = tokens[at]?.word ?? "";
  const next = tokens[at + 1]?.word ?? "";
  const span = (version: VersionWord, length: number): VersionSpan => {
    const noun = tokens[at + length]?.word ?? "";
    const isNoun = versionNouns.has(noun);
    return { version, from: at, to: at + length + (isNoun ? 1 : 0), alone: isNoun };
  };
  if (word === "last" && next === "year") return span({ type: "last_year" }, 2);
  if (word === "this" && next === "year") return span({ type: "this_year" }, 2);
  if ((word === "letztes" || word === "vom") && next === "jahr") return span({ type: "last_year" }, 2);
  if ((word === "version" || word === "v" || word === "fassung" || word === "revision") && /^\d{1,3}$/u.test(next))
    return { version: { type: "number", value: Number(next) }, from: at, to: at + 2, alone: true };
  const short = /^v(\d{1,3})$/u.exec(word)?.[1];
  if (short) return { version: { type: "number", value: Number(short) }, from: at, to: at + 1, alone: true };
  if (yearPattern.test(word)) return span({ type: "year", value: Number(word) }, 1);
  for (const type of ["old", "previous", "current"] as const) if (words[type].has(word)) return span({ type }, 1);
  // "The last version" is mostly the one that holds, but not always: it is asked for by being old or new only.
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
