import type { Confirmation } from "../../../protocol/tools.ts";
import { isRecord } from "../../../screens/events/shapes.ts";

/** One argument as a person reads it. */
export interface ArgumentRow {
  label: string;
  value: string;
}

/**
 * Everything that would be sent: what the server has put into words, and behind it what stands in the arguments and in none of those
 * words. A yes is a yes to all of it.
 */
export function exactArguments({
  fields,
  arguments: given,
}: Pick<Confirmation, "fields" | "arguments">): ArgumentRow[] {
  const named = new Set(fields.map(({ name }) => name));
  const others = isRecord(given) ? Object.entries(given).filter(([name]) => !named.has(name)) : [];
  return [...fields, ...others.map(([name, value]) => ({ label: name, value: JSON.stringify(value, null, 1) }))].map(
    ({ label, value }) => ({ label: withoutTricks(label), value: withoutTricks(value) }),
  );
}

/**
 * Characters that nobody sees: they turn the order of letters around or stand between them. Not those that Persian words and emoji are
 * joined with, the Arabic signs that are seen, nor the ends of lines.
 */
const unseen = /(?!\u200D|[\t\n\u200C\u0600-\u0605\u06DD]|\r\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A text in which no character makes another one look different: what cannot be seen is written as its number. */
export function withoutTricks(text: string): string {
  return text.replace(
    unseen,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
