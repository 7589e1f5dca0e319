import type { ClarificationAnswer } from "../../protocol/requests.ts";
import { AppError } from "../errors.ts";
import type { ClarificationRow } from "../store/clarifications.ts";

/** What the visitor's answer comes to: words that name an option, or its number, choose it. @throws AppError `invalid_request`. */
export function readAnswer(
  { options }: Pick<ClarificationRow, "options">,
  answer: ClarificationAnswer,
): ClarificationAnswer {
  if (answer.type === "cancel") return answer;
  const said = plain(answer.type === "choice" ? answer.choice : answer.text);
  const chosen = options.find(({ id, label }) => said === plain(id) || said === plain(label));
  if (chosen) return { type: "choice", choice: chosen.id };
  if (answer.type === "choice") throw new AppError("invalid_request", "The choice is not one of the options.");
  return { type: "text", text: answer.text.trim() };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether two answers are one answer sent twice. */
export function isSameAnswer(one: ClarificationAnswer, other: ClarificationAnswer): boolean {
  if (one.type === "choice" && other.type === "choice") return one.choice === other.choice;
  if (one.type === "text" && other.type === "text") return one.text === other.text;
  return one.type === other.type;
}
