import type { ClarificationAnswer } from "../../../protocol/requests.ts";
import { AppError } from "../../core/errors.ts";
import { isQuestion } from "../../core/text/is-question.ts";
import { languageOf } from "../../core/text/language.ts";
import { onlyNamed } from "../../core/text/only-named.ts";
import { contentCount } from "../../core/text/words.ts";
import type { ClarificationRow } from "../store/clarifications.ts";

/** Most content words of an answer that only names an option. */
const mostWordsOfChoice = 3;

/**
 * Interprets the visitor's answer. An option is chosen by its number, its label, or a word that only its label contains. @throws AppError
 * `invalid_request`.
 */
export function readAnswer(
  { options }: Pick<ClarificationRow, "options">,
  answer: ClarificationAnswer,
): ClarificationAnswer {
  if (answer.type === "cancel") return answer;
  const said = plain(answer.type === "choice" ? answer.choice : answer.text);
  const chosen = options.find(({ id, label }) => said === plain(id) || said === plain(label));
  if (chosen) return { type: "choice", choice: chosen.id };
  if (answer.type === "text") {
    const named = isShort(answer.text)
      ? options[
          onlyNamed(
            answer.text,
            options.map(({ label }) => label),
          )
        ]
      : undefined;
    return named ? { type: "choice", choice: named.id } : { type: "text", text: answer.text.trim() };
  }
  throw new AppError("invalid_request", "The choice is not one of the options.");
}

/** "The Team one": a few words, and no question. */
function isShort(text: string): boolean {
  const language = languageOf(text);
  return contentCount(text, language) <= mostWordsOfChoice && !isQuestion(text, language);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether both are the same answer, sent twice. */
export function isSameAnswer(one: ClarificationAnswer, other: ClarificationAnswer): boolean {
  if (one.type === "choice" && other.type === "choice") return one.choice === other.choice;
  if (one.type === "text" && other.type === "text") return one.text === other.text;
  return one.type === other.type;
}
