import type { EscalationReason } from "../../../protocol/messages.ts";
import { filledIn, type ReadyLanguage, readySentences } from "../../core/text/ready/index.ts";
import type { ReadySentences } from "../../core/text/ready/table.ts";
import { sentenceOn } from "./confirmation-words.ts";

/**
 * The message to the visitor on a hand-over, by reason. It always contains the ticket's number.
 * @param isOnlyWish the visitor has asked for the team, and for nothing else: the message asks what it is about.
 */
export function bridgeMessage(
  { reason, number, isOnlyWish = false }: { reason: EscalationReason; number: number; isOnlyWish?: boolean },
  language: ReadyLanguage = "en",
): string {
  const { handover, about, ticket } = readySentences[language];
  // The panel shows the sentences before the number.
  return [handover[openings[reason]], ...(isOnlyWish ? [about] : []), filledIn(ticket, { n: number })].join(" ");
}

/** The same, with sections below it that may help meanwhile. */
export function meanwhileMessage(ticketNumber: number, language: ReadyLanguage): string {
  return filledIn(readySentences[language].meanwhile, { n: ticketNumber });
}

/** The same when it is unknown whether a change was made: the visitor should not try it again. */
export function unknownWriteMessage(title: string, ticketNumber: number, language: ReadyLanguage): string {
  const { ticket } = readySentences[language];
  return `${sentenceOn({ title }, "unknown", language)} ${filledIn(ticket, { n: ticketNumber })}`;
}

const openings: Record<EscalationReason, keyof ReadySentences["handover"]> = {
  low_grade: "unsure",
  no_documents: "notFound",
  asked_for_person: "wanted",
  sensitive_topic: "sensitive",
  tool_failure: "tool",
  model_failure: "noAnswer",
  budget_exhausted: "noAnswer",
  hold_out: "sensitive",
  email_draft: "wanted",
};

/** Shown when a turn has failed. The visitor's message is stored, so sending it again is safe. */
export const turnFailedText = "Something went wrong. Your message is saved. Please try again.";
export const turnInterruptedText = "The answer was interrupted. Your message is saved. Please try again.";
export const turnTimedOutText = "The answer took too long. Your message is saved. Please try again.";
