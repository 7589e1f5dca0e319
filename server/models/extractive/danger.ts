import { dangersOf, isDangerStem } from "../../text/dangers.ts";
import type { Language } from "../../text/language.ts";
import { contentStems } from "../../text/words.ts";
import type { Question } from "./question-terms.ts";

/** What an instruction says is to be done stands within its first words of meaning: "Delete the folder", "To reset it, delete ...". */
const openingStems = 2;
/** Here the verb stands at the end, always or in subordinate clauses. */
const verbLast: ReadonlySet<Language> = new Set(["de", "nl", "hu", "tr", "ja", "ko"]);
/** Deleting and resetting something else than was meant is the worst that an answer can do. */
const destroying: ReadonlySet<number> = new Set([0, 2]);

/**
 * True when a text instructs to delete, cancel, reset or pay and the question how to do something asks for no such act, or for
 * deleting or resetting what the text does not name: who follows it loses what nobody meant.
 * @param around headings above the text, which may name its object.
 */
export function isDangerous(question: Question, text: string, around: string): boolean {
  if (question.shape !== "steps" && question.shape !== "any") return false;
  const { language } = question;
  const acts = actsOf(text, language);
  if (acts.size === 0) return false;
  const asked = dangersOf(question.text, language);
  const shared = [...acts].filter((act) => asked.has(act));
  if (shared.length === 0) return true;
  if (!shared.some((act) => destroying.has(act))) return false;
  const named = new Set(contentStems(`${text} ${around}`, language));
  return question.stems.some((stem) => !named.has(stem) && !isDangerStem(stem, language));
}

/** The acts that the clauses of a text instruct to. */
function actsOf(text: string, language: Language): Set<number> {
  const acts = new Set<number>();
  for (const clause of text.split(/[\n.;:!?。！？،؛,]+/u)) {
    const stems = contentStems(clause, language);
    const telling = [...stems.slice(0, openingStems), ...(verbLast.has(language) ? stems.slice(-openingStems) : [])];
    if (!telling.some((stem) => isDangerStem(stem, language))) continue;
    for (const act of dangersOf(clause, language)) acts.add(act);
  }
  return acts;
}
