import { contentStems } from "../../text/words.ts";
import type { Question } from "./question-terms.ts";

const questionMark = /[?？؟;]["'”’)\]*_]*$/u;
/** In Greek alone `;` asks. */
const semicolon = /;["'”’)\]*_]*$/u;

/** The number of an item or heading is no word of it. */
const itemMark = /^[ \t]*(?:[-*+•]|#{1,6}|\d{1,4}[.)])[ \t]+/gm;

/** True for a text that asks, in any script. */
export function isQuestion(text: string, language: string): boolean {
  const bare = text.trim();
  return questionMark.test(bare) && (language === "el" || !semicolon.test(bare));
}

/** A question, or words that the question itself has, all of them: whoever reads it is no wiser. */
export function isEcho({ all, language }: Pick<Question, "all" | "language">, text: string): boolean {
  if (isQuestion(text, language)) return true;
  const stems = contentStems(text.replace(itemMark, ""), language);
  return stems.every((stem) => all.has(stem));
}
