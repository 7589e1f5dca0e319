import { newId } from "../../core/ids.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { answerClarification, findClarification, updateAnswerTurn } from "../store/clarifications.ts";
import { updateConfirmationTurn } from "../store/confirmations.ts";
import {
  listPending,
  listTurnQuestions,
  passPendingToTeam,
  returnPending,
  updateMessageTurn,
} from "../store/messages.ts";
import { isEnded, lockTicket, type TicketRow } from "../store/tickets.ts";
import { findRunningTurn, insertTurn, type TurnKind, type TurnRow } from "../store/turns.ts";
import { readAnswer } from "./clarification-answer.ts";
import { leaseMs, type TurnDeps } from "./deps.ts";

type Holder = Pick<TurnDeps, "holder">;

/**
 * Starts one turn for all pending messages of a ticket. It is called when a message arrives, when a turn ends, after a return to AI, and by
 * the sweep; always under the ticket's lock and in the transaction of its cause. While a turn is running it does nothing, because that
 * turn's end calls it again. Pending messages of a ticket that the assistant does not own are passed to the team.
 * @returns the new turn's id, for the caller to run after the commit; null when there is nothing to do.
 */
export async function startPendingTurn(
  tx: TenantTransaction,
  holder: Holder,
  ticketId: string,
): Promise<string | null> {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) return null;
  if (ticket.owner !== "assistant" || isEnded(ticket)) {
    await passPendingToTeam(tx, ticketId);
    return null;
  }
  if (await findRunningTurn(tx, ticketId)) return null;
  const pending = await listPending(tx, ticketId);
  const last = pending.at(-1);
  if (!last) return null;
  const turnId = newId();
  const content = pending.map(({ message }) => message.content).join("\n");
  const clarificationId = await takeAsAnswer(tx, { ticket, turnId, messageId: last.id, content });
  await startTurn(tx, holder, { ticket, turnId, clarificationId });
  await updateMessageTurn(
    tx,
    pending.map(({ id }) => id),
    turnId,
  );
  return turnId;
}

/**
 * Starts a new turn for the work of a lost or failed one, under the ticket's lock. Plain messages become pending again and are answered
 * with the other pending ones. An answer to a clarification or confirmation, or an agent's hint, is tried again unchanged.
 * @returns the new turn's id; null when there is nothing to do.
 */
export async function restartTurn(
  tx: TenantTransaction,
  holder: Holder,
  { ticket, lost }: { ticket: TicketRow; lost: TurnRow },
): Promise<string | null> {
  if (lost.kind === "visitor" && lost.clarification_id === null && lost.confirmation_id === null) {
    await returnPending(tx, lost.id);
    return startPendingTurn(tx, holder, ticket.id);
  }
  const turnId = newId();
  const questions = await listTurnQuestions(tx, lost.id);
  const { kind, hint, clarification_id: clarificationId, confirmation_id: confirmationId } = lost;
  await startTurn(tx, holder, { ticket, turnId, kind, hint, clarificationId, confirmationId });
  await updateMessageTurn(
    tx,
    questions.map(({ id }) => id),
    turnId,
  );
  if (clarificationId) await updateAnswerTurn(tx, clarificationId, turnId);
  if (confirmationId) await updateConfirmationTurn(tx, confirmationId, turnId);
  return turnId;
}

/** Starts a turn on a ticket without a running turn, with a lease for this process. */
export function startTurn(
  tx: TenantTransaction,
  { holder }: Holder,
  turn: {
    ticket: Pick<TicketRow, "id" | "owner_epoch">;
    turnId: string;
    kind?: TurnKind;
    clarificationId?: string | null;
    confirmationId?: string | null;
    hint?: string | null;
  },
): Promise<void> {
  const { ticket, turnId: id, kind = "visitor", ...about } = turn;
  return insertTurn(tx, { id, ticketId: ticket.id, kind, ownerEpoch: ticket.owner_epoch, holder, leaseMs, ...about });
}

/** Takes a message as the answer to a waiting clarification. @returns the id of the answered clarification, or null. */
async function takeAsAnswer(
  tx: TenantTransaction,
  { ticket, turnId, messageId, content }: { ticket: TicketRow; turnId: string; messageId: string; content: string },
): Promise<string | null> {
  const asked = ticket.pending_clarification && (await findClarification(tx, ticket.pending_clarification));
  // Files cannot choose an option.
  if (!asked || content.trim() === "") return null;
  const answer = readAnswer(asked, { type: "text", text: content });
  await answerClarification(tx, asked, { answer, messageId, turnId });
  return asked.id;
}
