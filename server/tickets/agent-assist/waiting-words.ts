import type { Message } from "../../../protocol/messages.ts";
import type { StoredMessage } from "../store/messages.ts";
import type { TicketRow } from "../store/tickets.ts";

/** The newest answer of a person, or of the assistant with a grade: what else it says (a person was asked) answers nothing. */
export function lastAnswerAt(messages: readonly StoredMessage[]): number {
  return messages.findLastIndex(
    ({ message: { role, grade } }) => role === "agent" || (role === "assistant" && grade !== null),
  );
}

/** What the visitor wrote behind the last answer, oldest first. */
export function saidSince(messages: readonly StoredMessage[]): Message[] {
  return messages
    .slice(lastAnswerAt(messages) + 1)
    .map(({ message }) => message)
    .filter(({ role, content }) => role === "visitor" && content.trim() !== "");
}

/** What a visitor waits for an answer to: the question as it was understood, and what they wrote since in other words; a paragraph each. */
export function waitingWords(
  { question, subject }: Pick<TicketRow, "question" | "subject">,
  messages: readonly StoredMessage[],
): string {
  const said = saidSince(messages).map(({ content }) => content.trim());
  const asked = (question ?? subject).trim();
  return said.some((each) => each.includes(asked)) ? said.join("\n\n") : [asked, ...said].join("\n\n");
}
