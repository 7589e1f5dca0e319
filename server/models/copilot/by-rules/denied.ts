import type { Language } from "../../../text/language.ts";
import { isNegated } from "../../../text/patterns.ts";
import { contentStems } from "../../../text/words.ts";
import type { Stated } from "./changes.ts";
import type { Contradiction } from "./contradictions.ts";
import { bySense } from "./same-sense.ts";

const negators: Partial<Record<Language, RegExp>> = {
  en: /(?<![\p{L}'])(?:not|no|never|nothing|none|nobody|cannot|\p{L}+n't)(?![\p{L}'])/giu,
  de: /(?<!\p{L})(?:nicht|keine?[nmrs]?|nie|niemals|nichts)(?!\p{L})/giu,
};
const clauseEnd = /[,.;:()]|\s(?:but|while|whereas|unless|except|aber|sondern|außer)\s/giu;
/** Between a clause and what it depends on. */
const subordinate =
  /[,.;:()]|\s(?=(?:if|when|because|since|although|even though|as long as|that|which|who|wenn|weil|obwohl|dass|falls|solange)\s)/iu;
/** Verbs that say nothing of what is denied. */
const light = new Set(
  "accept offer provide allow permit make take give have get do include use möglich nehmen geben".split(" "),
);
/** Of the words before a negation this share has to be in the other text, for both to be about the same. */
const leastOfSubject = 0.5;
/** And of the words that it denies. */
const leastOfDenied = 0.75;

/**
 * What one text denies and the other says: "not by card" and "by card as well". The words of what is denied have to be in the other, which denies
 * nothing, and the subject or half of the words before them in the same clause.
 */
export function denied(said: Stated, policy: Stated, language: Language): Contradiction[] {
  const here = deniedIn(policy, said, language);
  if (here) return [{ change: { kind: "negation", here: "", there: here }, severity: "high" }];
  const there = deniedIn(said, policy, language);
  return there ? [{ change: { kind: "negation", here: there, there: "" }, severity: "high" }] : [];
}

/** "If you do not tell us", "because it has not left": what is only supposed, or a reason, is not denied of the matter. */
const supposed =
  /(?<![\p{L}])(?:if|when|because|since|although|even though|in case|wenn|weil|falls|obwohl|da)\s[^,.;:()]*/giu;

/** A statement without the clauses that say under which condition or why. */
export function mainOf(text: string): string {
  const main = text.replace(supposed, (clause) => " ".repeat(clause.length));
  return /\p{L}{2}\s+\p{L}{2}/u.test(main) ? main : text;
}

function deniedIn({ plain: text, facts }: Stated, other: Stated, language: Language): string | null {
  const pattern = negators[language];
  const affirmed = other.plain.split(subordinate).filter((clause) => !isNegated(clause, language));
  if (!pattern || affirmed.length === 0) return null;
  const known = new Set(bySense(contentStems(affirmed.join(" "), language), language));
  for (const { 0: negator, index } of mainOf(text).matchAll(pattern)) {
    const end = index + negator.length;
    // "Need not" and "at no cost" are duties, which have been compared.
    if (facts.some((fact) => fact.kind === "obligation" && fact.start <= index && index < fact.end)) continue;
    const ends = [...text.matchAll(clauseEnd)].map(({ index: at }) => at);
    const until = ends.find((at) => at >= end) ?? text.length;
    const from = ends.findLast((at) => at < index) ?? 0;
    const stems = (part: string) => bySense(contentStems(part, language), language).filter((stem) => !light.has(stem));
    const [subject, object] = [stems(text.slice(from, index)), stems(text.slice(end, until))];
    // German has its verb behind, and "it is not": what is denied stands before.
    const [what, whose] = object.length > 0 ? [object, subject] : [subject, []];
    if (what.length === 0 || share(what, known) < leastOfDenied) continue;
    const isSubject = whose[0] === undefined || known.has(whose[0]);
    if (!isSubject && share(whose, known) < leastOfSubject) continue;
    return text.slice(index, until).trim();
  }
  return null;
}

function share(stems: readonly string[], known: ReadonlySet<string>): number {
  return stems.filter((stem) => known.has(stem)).length / stems.length;
}
