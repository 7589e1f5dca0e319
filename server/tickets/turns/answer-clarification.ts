import type { ClarificationAnswer } from "../../../protocol/requests.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { answerClarification, type ClarificationRow, findClarification } from "../store/clarifications.ts";
import { storeMessage } from "../store/store-message.ts";
import { findTurnStart } from "../store/ticket-events.ts";
import { lockTicket, type TicketRow } from "../store/tickets.ts";
import { findRunningTurn, findTurn } from "../store/turns.ts";
import type { Accepted, Outcome } from "./accept-message.ts";
import { isSameAnswer, readAnswer } from "./clarification-answer.ts";
import type { TurnDeps } from "./deps.ts";
import { restartTurn, startTurn } from "./start-pending-turn.ts";

export interface ClarificationRequest {
  tenantId: string;
  ticketId: string;
  clarificationId: string;
  answer: ClarificationAnswer;
}

/**
 * Accepts the visitor's answer to a clarification and starts the turn that continues with it. The same answer again changes nothing, except
 * that it retries a failed turn.
 * @throws AppError `not_found`, `invalid_request` for a choice that was not offered, or `already_answered`.
 */
export async function acceptAnswer(
  deps: TurnDeps,
  request: ClarificationRequest,
): Promise<{ accepted: Accepted; messageId: string | null }> {
  const { accepted, events, messageId } = await withTenant(deps.db, request.tenantId, async (tx) => {
    const ticket = await lockTicket(tx, request.ticketId);
    const asked = ticket && (await findClarification(tx, request.clarificationId));
    if (!ticket || asked?.ticket_id !== ticket.id) throw new AppError("not_found", "Clarifying question not found.");
    const answer = readAnswer(asked, request.answer);
    return asked.status === "pending"
      ? answerNow(tx, deps, { ticket, asked, answer })
      : answerAgain(tx, deps, { ticket, asked, answer });
  });
  const position = events.length > 0 ? await announce(deps.hub, request, events) : 0;
  return { accepted: { ...accepted, position }, messageId };
}

interface Input {
  ticket: TicketRow;
  asked: ClarificationRow;
  answer: ClarificationAnswer;
}

type Answered = Outcome & { messageId: string | null };

async function answerNow(tx: TenantTransaction, deps: TurnDeps, { ticket, asked, answer }: Input): Promise<Answered> {
  if (ticket.owner !== "assistant" || (await findRunningTurn(tx, ticket.id)))
    throw new AppError("already_answered", "The assistant is no longer waiting for this answer.");
  const turnId = newId();
  const messageId = answer.type === "cancel" ? null : newId();
  await answerClarification(tx, asked, { answer, messageId, turnId });
  await startTurn(tx, deps, { ticket, turnId, clarificationId: asked.id });
  const after = ticket.last_sequence;
  const accepted = { after, turnId, behindTurnId: null, started: true, ownerEpoch: ticket.owner_epoch };
  if (messageId === null) return { accepted, events: [], messageId };
  const content = contentOf(asked, answer);
  const message = { id: messageId, ticketId: ticket.id, turnId, role: "visitor" as const, content };
  const { events } = await storeMessage(tx, { ...message, addressee: "assistant" });
  return { accepted, events, messageId };
}

async function answerAgain(tx: TenantTransaction, deps: TurnDeps, { ticket, asked, answer }: Input): Promise<Answered> {
  if (asked.answer === null || !isSameAnswer(asked.answer, answer))
    throw new AppError(
      "already_answered",
      asked.answer === null
        ? "The assistant is no longer waiting for this answer."
        : "This question already has another answer.",
    );
  const { answer_turn_id: turnId, answer_message_id: messageId } = asked;
  const accepted = { behindTurnId: null, started: false, ownerEpoch: ticket.owner_epoch };
  const turn = turnId ? await findTurn(tx, turnId) : undefined;
  const isRetry = turn?.status === "failed" && ticket.owner === "assistant" && !(await findRunningTurn(tx, ticket.id));
  if (!isRetry) {
    const start = turnId ? await findTurnStart(tx, ticket.id, turnId) : undefined;
    return { accepted: { ...accepted, after: (start ?? ticket.last_sequence + 1) - 1, turnId }, events: [], messageId };
  }
  const next = await restartTurn(tx, deps, { ticket, lost: turn });
  return { accepted: { ...accepted, after: ticket.last_sequence, turnId: next, started: true }, events: [], messageId };
}

function contentOf({ options }: ClarificationRow, answer: ClarificationAnswer): string {
  if (answer.type === "text") return answer.text;
  return answer.type === "choice" ? (options.find(({ id }) => id === answer.choice)?.label ?? answer.choice) : "";
}
