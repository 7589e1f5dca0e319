import { dangersOf, isDangerStem } from "../../text/dangers.ts";
import { contentStems } from "../../text/words.ts";
import type { AnswerShape, Question } from "./question-terms.ts";

/** Who asks for a fact does not act on the sentence that holds it. */
const factShapes: ReadonlySet<AnswerShape> = new Set(["number", "money", "time", "definition", "reason", "comparison"]);

/**
 * True when a text tells how to delete, cancel, reset or pay and the question asks for no such act, or for one on something that
 * the text does not name: who follows it loses what nobody meant.
 * @param around headings above the text, which may name its object.
 */
export function isDangerous(question: Question, text: string, around: string): boolean {
  if (factShapes.has(question.shape)) return false;
  const { language } = question;
  const acts = dangersOf(text, language);
  if (acts.size === 0) return false;
  const asked = dangersOf(question.text, language);
  if (![...acts].some((act) => asked.has(act))) return true;
  const named = new Set(contentStems(`${text} ${around}`, language));
  return question.stems.some((stem) => !named.has(stem) && !isDangerStem(stem, language));
}
