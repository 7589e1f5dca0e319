import type { EscalationReason } from "../../protocol/messages.ts";

/** What the visitor reads when a person was asked, by reason. The ticket's number is always in it. */
export function bridgeMessage(reason: EscalationReason, ticketNumber: number): string {
  return `${opening[reason]} Your ticket is #${ticketNumber}. The answer will appear here, and you can leave this page meanwhile.`;
}

const opening: Record<EscalationReason, string> = {
  low_grade: "I am not sure enough of my answer, so I have asked a person to help.",
  no_documents: "I could not find this in our documentation, so I have asked a person to help.",
  asked_for_person: "Of course. I have asked a person to join.",
  sensitive_topic: "This is something a person should look at, so I have asked one to help.",
  tool_failure: "I could not reach a system that I need for this, so I have asked a person to help.",
  model_failure: "I cannot write an answer at the moment, so I have asked a person to help.",
  budget_exhausted: "I cannot write an answer at the moment, so I have asked a person to help.",
};

/** Shown when a turn failed; the message itself is stored, so sending it again is safe. */
export const turnFailedText = "Something went wrong while answering. Your message is saved: please try again.";
export const turnInterruptedText = "The answer was cut off. Your message is saved: please try again.";
export const turnTimedOutText = "The answer took too long. Your message is saved: please try again.";
/** Shown while a turn waits for others to end. */
export const waitingText = "Many people are asking at the moment. Your answer comes as soon as it is your turn.";
