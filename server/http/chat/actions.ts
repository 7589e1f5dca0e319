import type { Rating } from "../../turns/rate-answer.ts";
import type { TurnService } from "../../turns/service.ts";

/** What a visitor may do to the own ticket besides talking. */
export interface ChatActions {
  turns: TurnService;
  rateAnswer(rating: Rating): Promise<void>;
  endTicket(ticket: { tenantId: string; ticketId: string }): Promise<void>;
}
