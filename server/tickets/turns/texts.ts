import type { EscalationReason } from "../../../protocol/messages.ts";
import { filledIn, type ReadyLanguage, readySentences } from "../../core/text/ready/index.ts";
import type { ReadySentences } from "../../core/text/ready/table.ts";
import { sentenceOn } from "./confirmation-words.ts";

/** What the visitor reads when a person was asked, by reason. The ticket's number is always in it. */
export function bridgeMessage(reason: EscalationReason, ticketNumber: number, language: ReadyLanguage = "en"): string {
  const { handover, ticket } = readySentences[language];
  return `${handover[openings[reason]]} ${filledIn(ticket, { n: ticketNumber })}`;
}

/** The same where sections stand below that may help in the meantime. */
export function meanwhileMessage(ticketNumber: number, language: ReadyLanguage): string {
  return filledIn(readySentences[language].meanwhile, { n: ticketNumber });
}

/** The same when nobody knows whether a change was made: the visitor is not to try it again. */
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
};

/** Shown when a turn failed; the message itself is stored, so sending it again is safe. */
export const turnFailedText = "Something went wrong. Your message is saved. Please try again.";
export const turnInterruptedText = "The answer was interrupted. Your message is saved. Please try again.";
export const turnTimedOutText = "The answer took too long. Your message is saved. Please try again.";
