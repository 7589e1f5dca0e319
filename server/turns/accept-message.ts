import type { StreamEvent } from "../../protocol/events.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { answerClarification, findClarification, updateAnswerTurn } from "../store/clarifications.ts";
import { findMessage, findSurroundings, type StoredMessage, updateMessageTurn } from "../store/messages.ts";
import { storeMessage } from "../store/store-message.ts";
import { lockTicket, type TicketRow, updateTicket } from "../store/tickets.ts";
import { type TenantTransaction, withTenant } from "../store/transaction.ts";
import { findRunningTurn, findTurn, insertTurn } from "../store/turns.ts";
import { readAnswer } from "./clarification-answer.ts";
import { leaseMs, reopenMs, type TurnDeps } from "./deps.ts";
import { readStanding, type Standing, toRunningTurn } from "./load-turn.ts";
import type { RunningTurn } from "./turn-context.ts";

export interface TurnRequest {
  tenantId: string;
  ticketId: string;
  messageId: string;
  content: string;
  page?: { url?: string; title?: string };
}

/** What became of a message: everything a reader needs to follow its answer. */
export interface Accepted {
  /** Number of the last event before the message: following from here shows the message and all that comes of it. */
  after: number;
  /** The turn that answers it; null while a person owns the ticket, or while it waits for a turn of its own. */
  turnId: string | null;
  /** A turn already at work whose end is not the end of this message's answer. */
  behindTurnId: string | null;
  /** True when this call started `turnId`, so the caller must see to it that it runs. */
  started: boolean;
  ownerEpoch: number;
  /** The live hub's position behind the message; everything the turn says comes after it. 0 or absent when it cannot be told. */
  position?: number;
  /** The turn with all it needs, when that was read along with storing the message. */
  turn?: RunningTurn;
}

/**
 * Stores a visitor's message, and starts a turn for it unless one is at work or a person owns the
 * ticket. Sending the same message again changes nothing, except that it retries a turn that failed.
 * @throws AppError `not_found`, `ticket_closed`, or `message_conflict` when the id was used for other text.
 */
export async function acceptMessage(deps: TurnDeps, request: TurnRequest): Promise<Accepted> {
  const { accepted, events } = await withTenant(deps.db, request.tenantId, async (tx) => {
    // Sent together; the second sees what was committed while the first waited for the lock.
    const [ticket, { isKnown, runningTurnId }] = await Promise.all([
      lockTicket(tx, request.ticketId),
      findSurroundings(tx, request.ticketId, request.messageId),
    ]);
    if (!ticket) throw new AppError("not_found", "There is no such ticket.");
    const known = isKnown ? await findMessage(tx, request.messageId) : undefined;
    return known
      ? acceptAgain(tx, deps, { request, ticket, known })
      : acceptNew(tx, deps, { request, ticket, runningTurnId });
  });
  const position = events.length > 0 ? await announce(deps.hub, request, events) : 0;
  return { ...accepted, position };
}

export interface Outcome {
  accepted: Accepted;
  events: StreamEvent[];
}

async function acceptNew(
  tx: TenantTransaction,
  deps: TurnDeps,
  input: { request: TurnRequest; ticket: TicketRow; runningTurnId: string | null },
): Promise<Outcome> {
  const { request, runningTurnId } = input;
  const { ticket, reopened } = await reopenIfResolved(tx, input.ticket);
  const turnId = ticket.owner === "assistant" && runningTurnId === null ? newId() : null;
  const clarificationId = turnId ? await takeAsAnswer(tx, { ticket, turnId, request }) : null;
  const storing = storeMessage(
    tx,
    { id: request.messageId, ticketId: ticket.id, turnId, role: "visitor", content: request.content },
    {
      before: reopened ? [{ type: "owner", turnId: null, payload: { owner: "assistant", status: "open" } }] : [],
      ticket: {
        subject: request.content.trim().replace(/\s+/g, " ").slice(0, 120),
        ...(request.page ? { page: request.page } : {}),
      },
    },
  );
  const starting = turnId ? start(tx, deps, { ticket, turnId, clarificationId }) : undefined;
  // What an answer to a clarification needs is read by `loadTurn`.
  const reading = turnId && clarificationId === null ? readStanding(tx, ticket, ticket.last_sequence + 1) : undefined;
  const [{ sequence, events }, standing] = await tx.end(Promise.all([storing, reading, starting]));
  const turn = standing && turnId ? toTurn({ request, ticket, turnId, sequence, standing }) : undefined;
  return {
    accepted: {
      ...(turn ? { turn } : {}),
      after: sequence - (reopened ? 2 : 1),
      turnId,
      // What still runs while a person has the ticket was overtaken: nobody waits for its end.
      behindTurnId: ticket.owner === "assistant" && !turnId ? runningTurnId : null,
      started: turnId !== null,
      ownerEpoch: ticket.owner_epoch,
    },
    events,
  };
}

function toTurn(input: {
  request: TurnRequest;
  ticket: TicketRow;
  turnId: string;
  sequence: number;
  standing: Standing;
}): RunningTurn {
  const { request, ticket, turnId, sequence, standing } = input;
  return toRunningTurn(
    { tenantId: request.tenantId, ticketId: ticket.id, turnId },
    {
      turn: { kind: "visitor", owner_epoch: ticket.owner_epoch, hint: null },
      ticket: { ...ticket, last_sequence: sequence },
      questions: [request.content],
      ...standing,
    },
  );
}

async function acceptAgain(
  tx: TenantTransaction,
  deps: TurnDeps,
  input: { request: TurnRequest; ticket: TicketRow; known: StoredMessage },
): Promise<Outcome> {
  const { request, ticket, known } = input;
  if (known.ticketId !== ticket.id || known.message.role !== "visitor" || known.message.content !== request.content) {
    throw new AppError("message_conflict", "This message_id was used for another message.");
  }
  const accepted: Accepted = {
    after: known.sequence - 1,
    turnId: known.turnId,
    behindTurnId: null,
    started: false,
    ownerEpoch: ticket.owner_epoch,
  };
  const turn = known.turnId ? await findTurn(tx, known.turnId) : undefined;
  const running = await findRunningTurn(tx, ticket.id);
  if (turn?.status !== "failed" || running || ticket.owner !== "assistant") return { accepted, events: [] };
  const turnId = newId();
  await updateMessageTurn(tx, [known.message.id], turnId);
  if (turn.clarification_id) await updateAnswerTurn(tx, turn.clarification_id, turnId);
  await start(tx, deps, { ticket, turnId, clarificationId: turn.clarification_id });
  // Following starts behind what the failed turn left, so its error is not shown as this one's.
  return { accepted: { ...accepted, after: ticket.last_sequence, turnId, started: true }, events: [] };
}

async function reopenIfResolved(
  tx: TenantTransaction,
  ticket: TicketRow,
): Promise<{ ticket: TicketRow; reopened: boolean }> {
  if (ticket.status === "closed") throw new AppError("ticket_closed", "This conversation is closed. Start a new one.");
  if (ticket.status !== "resolved") return { ticket, reopened: false };
  if (ticket.resolved_at && Date.now() - ticket.resolved_at.getTime() > reopenMs) {
    throw new AppError("ticket_closed", "This conversation ended some time ago. Start a new one.");
  }
  const changed = await updateTicket(tx, ticket.id, {
    status: "open",
    owner: "assistant",
    assignee: null,
    escalation_reason: null,
    escalated_at: null,
    draft: null,
    summary: null,
    awaiting_human: false,
    resolved_at: null,
  });
  return { ticket: changed, reopened: true };
}

/** A message while the assistant waits for a choice is the answer to that. The clarification it closes, or null. */
export async function takeAsAnswer(
  tx: TenantTransaction,
  {
    ticket,
    turnId,
    request,
  }: { ticket: TicketRow; turnId: string; request: Pick<TurnRequest, "messageId" | "content"> },
): Promise<string | null> {
  const asked = ticket.pending_clarification && (await findClarification(tx, ticket.pending_clarification));
  if (!asked) return null;
  const answer = readAnswer(asked, { type: "text", text: request.content });
  await answerClarification(tx, asked, { answer, messageId: request.messageId, turnId });
  return asked.id;
}

function start(
  tx: TenantTransaction,
  deps: TurnDeps,
  turn: { ticket: TicketRow; turnId: string; clarificationId: string | null },
): Promise<void> {
  return insertTurn(tx, {
    id: turn.turnId,
    ticketId: turn.ticket.id,
    kind: "visitor",
    ownerEpoch: turn.ticket.owner_epoch,
    holder: deps.holder,
    leaseMs,
    clarificationId: turn.clarificationId,
  });
}
