import type { Rating } from "../../turns/rate-answer.ts";
import type { TurnRunner } from "../../turns/runner.ts";

/** What a visitor may do to the own ticket besides talking. */
export interface ChatActions {
  turns: TurnRunner;
  rateAnswer(rating: Rating): Promise<void>;
  endTicket(ticket: { tenantId: string; ticketId: string }): Promise<void>;
}
