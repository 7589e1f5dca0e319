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
 * Makes a turn of the messages that wait for the assistant: all of them together. Called when a message comes, when a turn ends, after
 * a hand-back, and by the sweep; always under the ticket's lock and in the transaction of what it follows from. A turn at work is
 * left alone, its end calls again. What waits on a ticket that the assistant does not have is given to its people.
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
  const mail = await listPending(tx, ticketId);
  const last = mail.at(-1);
  if (!last) return null;
  const turnId = newId();
  const content = mail.map(({ message }) => message.content).join("\n");
  const clarificationId = await takeAsAnswer(tx, { ticket, turnId, messageId: last.id, content });
  await startTurn(tx, holder, { ticket, turnId, clarificationId });
  await updateMessageTurn(
    tx,
    mail.map(({ id }) => id),
    turnId,
  );
  return turnId;
}

/**
 * Has the work of a turn that was lost or failed done by a new one, under the ticket's lock: plain messages become mail again and are
 * taken up with what else waits; an answer to a clarification or to a confirmation and an agent's hint are tried again as they were.
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

/** Starts a turn on a ticket that has none at work, with a lease for this process. */
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

/** A message while the assistant waits for a choice is the answer to that. The clarification it closes, or null. */
async function takeAsAnswer(
  tx: TenantTransaction,
  { ticket, turnId, messageId, content }: { ticket: TicketRow; turnId: string; messageId: string; content: string },
): Promise<string | null> {
  const asked = ticket.pending_clarification && (await findClarification(tx, ticket.pending_clarification));
  // Files choose nothing.
  if (!asked || content.trim() === "") return null;
  const answer = readAnswer(asked, { type: "text", text: content });
  await answerClarification(tx, asked, { answer, messageId, turnId });
  return asked.id;
}
