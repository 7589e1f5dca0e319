import type { Change } from "../../../../protocol/copilot.ts";
import { type Language, tableOf } from "../../../text/language.ts";
import { wholeWords } from "../../../text/patterns.ts";
import { contentStems } from "../../../text/words.ts";
import { clauseDifference } from "../../check/differences.ts";
import type { EvidenceLine } from "../../check/evidence-lines.ts";
import { readStatement } from "../../check/statement.ts";
import type { Hunk } from "./word-hunks.ts";

/** A negation more, or the opposite word: where no duty says so already. */
export function turnedAround({
  here,
  there,
  hunks,
  duties,
  language,
}: {
  here: string;
  there: string;
  hunks: readonly Hunk[];
  duties: readonly Change[];
  language: Language;
}): Change[] {
  if (duties.length > 0) return [];
  const prefixed = oppositeByPrefix(here, there, language);
  if (prefixed.length > 0) return prefixed;
  const found = clauseDifference(readStatement(here, language), bareLine(there, language), language);
  if (!found || isInNewClause(found, { here, there, hunks })) return [];
  // A comma more or less cuts a statement into other clauses.
  if (found.kind === "negation" && negations(here, language) === negations(there, language)) return [];
  return [withWordBefore(found, here, there)];
}

function negations(text: string, language: Language): string {
  const words = text.match(wholeWords(tableOf(language).negation, language, "giu")) ?? [];
  return words.join(" ").toLowerCase();
}

/** A negation denies what both say only when what it denies stands on both sides: not when it came along with words of its own. */
function isInNewClause(
  change: Change,
  { here, there, hunks }: { here: string; there: string; hunks: readonly Hunk[] },
) {
  if (change.kind !== "negation") return false;
  const [text, side, word] =
    change.there === "" ? ([here, "here", change.here] as const) : ([there, "there", change.there] as const);
  const at = text.toLowerCase().lastIndexOf(word.toLowerCase());
  const hunk = hunks.find(({ [side]: { start, end } }) => start <= at && at < end)?.[side];
  return hunk !== undefined && contentWordsAfter(text.slice(at + word.length, hunk.end)) > 0;
}

function contentWordsAfter(text: string): number {
  return text.match(/\p{L}{3,}/gu)?.length ?? 0;
}

/** "Will not" beside "will" reads better than "not" beside nothing. */
function withWordBefore(change: Change, here: string, there: string): Change {
  if (change.kind !== "negation") return change;
  const [denying, other] = change.there === "" ? [here, there] : [there, here];
  const word = change.there === "" ? change.here : change.there;
  // pattern-example: /(?<!\p{L})(\p{L}+)\snot(?!\p{L})/iu
  const before = new RegExp(`(?<!\\p{L})(\\p{L}+)\\s${word.replace(/[^\p{L}']/gu, ".")}(?!\\p{L})`, "iu").exec(denying);
  if (!before?.[1] || !new RegExp(`(?<!\\p{L})${before[1]}(?!\\p{L})`, "iu").test(other)) return change;
  return change.there === ""
    ? { ...change, here: before[0], there: before[1] }
    : { ...change, here: before[1], there: before[0] };
}

/** A statement as what another is held against. */
export function bareLine(text: string, language: Language): EvidenceLine {
  const stems = new Set(contentStems(text, language));
  return { start: 0, end: text.length, passage: 0, text, stems, around: stems, heading: "", nearby: text };
}

const prefixes = ["non-", "non", "un", "in", "im", "ir", "dis", "nicht-", "nicht"];

/** "Refundable" here and "nonrefundable" there. */
export function oppositeByPrefix(here: string, there: string, language: Language): Change[] {
  const longWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}-]{6,}/gu) ?? [];
  const [own, other] = [longWords(here), longWords(there)];
  const find = (from: string[], to: string[]) =>
    from.flatMap((word) => {
      if (to.includes(word)) return [];
      const base = prefixes.map((prefix) => (word.startsWith(prefix) ? word.slice(prefix.length) : ""));
      const bare = to.find((each) => each.length > 4 && base.includes(each) && !from.includes(each));
      return bare ? [[word, bare] as const] : [];
    });
  if (language === "other") return [];
  const [first] = find(own, other);
  if (first) return [{ kind: "opposite", here: first[0], there: first[1] }];
  const [second] = find(other, own);
  return second ? [{ kind: "opposite", here: second[1], there: second[0] }] : [];
}
