import { languageOf } from "../../text/language.ts";
import type { Said } from "../said.ts";
import type { Statement } from "../statement.ts";
import { english } from "./english.ts";
import { french, german, spanish } from "./others.ts";
import type { RuleSet } from "./rule.ts";

const ruleSets: Readonly<Partial<Record<string, RuleSet>>> = { en: english, de: german, fr: french, es: spanish };
/** How sure a statement of a fixed form is: it was said, but a form may be meant otherwise. */
const confidence = 0.8;

/** What visitors state of themselves in fixed forms. Agents ask, explain and promise in the same forms, so that theirs tell nothing. */
export function statementsByRules(said: readonly Said[], locale = "en"): Statement[] {
  return said.flatMap(({ messageId, by, sentences }) => {
    if (by !== "visitor") return [];
    const rules = ruleSets[languageOf(sentences.join(" "), locale)] ?? ruleSets.en;
    return rules ? sentences.flatMap((sentence) => statementsIn(sentence, rules, messageId)) : [];
  });
}

/** True for a sentence that supposes something, or tells of another time or of this moment alone. */
export function saysNothingLasting(sentence: string): boolean {
  return (ruleSets[languageOf(sentence)] ?? english).passing.test(sentence);
}

/** A longer sentence is no statement of a fixed form. */
const maxSentenceChars = 500;

/** A question behind a statement in the same sentence. */
const askedBehind =
  // pattern-bound 500: maxSentenceChars
  /[,;–-]+ (?:and |so |but )?(?:what|where|when|who|why|how|which|do|does|did|can|could|would|should|is|are|may|will|am|any|was|wo|wann|warum|wie|kann|können|gibt|geht|où|quand|comment|est-ce|qué|dónde|cuándo|cómo|hay)(?![\p{L}])[^;]*\?\s*$/iu;

function statementsIn(sentence: string, { rules, asks, passing }: RuleSet, messageId: string): Statement[] {
  if (sentence.length > maxSentenceChars) return [];
  // What stands in quotation marks somebody else may have said.
  const text = sentence
    .replace(/["“„«][^"”“„«»]*["”“»]/gu, " ")
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
  if (passing.test(text)) return [];
  const isQuestion = asks.test(text);
  // "My size is 43, do they run small?"
  const stated = text.replace(askedBehind, "");
  const tells = stated !== text && !asks.test(stated);
  const found: Statement[] = [];
  for (const { pattern, make, mayAsk = false } of rules) {
    if (isQuestion && !mayAsk && !tells) continue;
    const match = pattern.exec(isQuestion && !mayAsk ? stated : text);
    const made = match?.groups && make(match.groups);
    if (
      made &&
      !found.some(({ content, subject }) => content === made.content || (subject !== "" && subject === made.subject))
    )
      found.push({ ...made, confidence, messageId });
  }
  return found;
}
