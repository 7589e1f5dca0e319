import type { Language } from "../../../text/language.ts";
import { contentStems } from "../../../text/words.ts";
import type { Line } from "./lines.ts";
import { bySense } from "./same-sense.ts";

/** What a policy makes something depend on; plain "if" stands in too many sentences to be one. */
const conditions: Partial<Record<Language, RegExp>> = {
  en: /\b(?:only (?:if|when|where|after|with)|but only|provided(?: that)?|as long as|on (?:the )?condition that|unless|subject to)\s+([^.;]+)/iu,
  de: /(?<!\p{L})(?:nur(?:,)? (?:wenn|falls|nach|mit)|sofern|vorausgesetzt(?:,)? (?:dass)?|solange|unter der bedingung(?:,)? dass|es sei denn)\s+([^.;]+)/iu,
};
/** Share of the words of the one that the other has, without the condition, for both to be of the same. */
const leastShare = 0.6;
const fewestStems = 2;

/**
 * The condition of a policy's line that a text which promises the same leaves out; null when it has none, or a word of it stands anywhere in
 * the text.
 * @param all stems of the whole text
 */
export function missingCondition(stems: readonly string[], line: Line, all: ReadonlySet<string>): string | null {
  const found = conditions[line.language]?.exec(line.plain);
  if (!found?.[1]) return null;
  const main = new Set(sensesIn(line.plain.replace(found[0], " "), line.language));
  const own = sensesIn(found[1], line.language).filter((stem) => !main.has(stem) && !stems.includes(stem));
  const condition = [...new Set(own)];
  if (condition.length < 2 || main.size < fewestStems || condition.some((stem) => all.has(stem))) return null;
  const shared = stems.filter((stem) => main.has(stem)).length;
  return shared >= main.size * leastShare && shared >= stems.length * leastShare ? found[0] : null;
}

function sensesIn(text: string, language: Language): string[] {
  return bySense(contentStems(text, language), language);
}
