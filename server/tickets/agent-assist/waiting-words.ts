import type { Message } from "../../../protocol/messages.ts";
import type { StoredMessage } from "../store/messages.ts";
import type { TicketRow } from "../store/tickets.ts";

/**
 * Index of the newest answer: a message of an agent, or of the assistant with a grade. Other messages of the assistant, such as the one
 * about a hand-over, are not answers.
 */
export function lastAnswerAt(messages: readonly StoredMessage[]): number {
  return messages.findLastIndex(
    ({ message: { role, grade } }) => role === "agent" || (role === "assistant" && grade !== null),
  );
}

/** The visitor's messages after the last answer, oldest first. */
export function saidSince(messages: readonly StoredMessage[]): Message[] {
  return messages
    .slice(lastAnswerAt(messages) + 1)
    .map(({ message }) => message)
    .filter(({ role, content }) => role === "visitor" && content.trim() !== "");
}

/**
 * The visitor's open question: the question as rephrased by the assistant, then each later message that the visitor wrote, one paragraph
 * each.
 */
export function waitingWords(
  { question, subject }: Pick<TicketRow, "question" | "subject">,
  messages: readonly StoredMessage[],
): string {
  const said = saidSince(messages).map(({ content }) => content.trim());
  const asked = (question ?? subject).trim();
  return said.some((each) => each.includes(asked)) ? said.join("\n\n") : [asked, ...said].join("\n\n");
}
