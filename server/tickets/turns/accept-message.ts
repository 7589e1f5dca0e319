import type { Attachment } from "../../../protocol/attachments.ts";
import type { StreamEvent } from "../../../protocol/events.ts";
import { intentOf } from "../../assistant/intent.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { languageOf } from "../../core/text/language.ts";
import { contentCount } from "../../core/text/words.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findWaiting, namesSame } from "../attachments/of-message.ts";
import { updateAttachmentsMessage } from "../store/attachments.ts";
import { findConfirmation, waitsFor } from "../store/confirmations.ts";
import { isFormMissing } from "../store/form-answers.ts";
import { findMessageContext, findSentMessage, returnPending, type StoredMessage } from "../store/messages.ts";
import { storeMessage } from "../store/store-message.ts";
import type { NewEvent } from "../store/ticket-events.ts";
import { isEnded, lockTicket, type TicketRow } from "../store/tickets.ts";
import { findRunningTurn, findTurn } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import { type Background, readBackground, toRunningTurn } from "./load-turn.ts";
import { refuseForMessage } from "./refuse-confirmation.ts";
import { goOn } from "./reopen.ts";
import { restartTurn, startPendingTurn, startTurn } from "./start-pending-turn.ts";
import { subjectOf } from "./subject.ts";
import type { RunningTurn } from "./turn-context.ts";

export interface TurnRequest {
  tenantId: string;
  ticketId: string;
  messageId: string;
  content: string;
  /** Ids of uploaded files. */
  attachments?: string[];
  page?: { url?: string; title?: string };
  /** The operator asks; operators fill in no form. */
  isOperator?: boolean;
}

/** The result of storing a message: everything a reader needs to follow its answer. */
export interface Accepted {
  /** Number of the last event before the message. A reader that follows from here gets the message and all events about it. */
  after: number;
  /** The turn that answers the message; null while an agent owns the ticket, or while the message waits for a turn of its own. */
  turnId: string | null;
  /** A running turn whose end is not the end of this message's answer. */
  behindTurnId: string | null;
  /** True when this call started `turnId`; the caller must then run the turn. */
  started: boolean;
  ownerEpoch: number;
  /** Position in the live hub after the message; all events of the turn come later. 0 or absent when unknown. */
  position?: number;
  /** The turn with all its input, when the same transaction has read it. */
  turn?: RunningTurn;
}

/**
 * Stores a visitor's message with its addressee, and starts a turn for it unless a turn is running or an agent owns the ticket. Sending the
 * same message again changes nothing, except that it retries a failed turn.
 * @throws AppError `not_found`, `ticket_closed`, `form_required`, or `message_conflict` when the id belongs to another message.
 */
export async function acceptMessage(deps: TurnDeps, request: TurnRequest): Promise<Accepted> {
  const { accepted, events } = await withTenant(deps.db, request.tenantId, async (tx) => {
    // Sent together; the second query sees everything that was committed while the first waited for the lock.
    const [ticket, found] = await Promise.all([
      lockTicket(tx, request.ticketId),
      findMessageContext(tx, request.ticketId, request.messageId),
    ]);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    const known = found.isKnown ? await findSentMessage(tx, ticket.id, request.messageId) : undefined;
    return known
      ? acceptAgain(tx, deps, { request, ticket, known })
      : acceptNew(tx, deps, {
          request,
          found,
          attachments: await findWaiting(tx, {
            ticketId: ticket.id,
            sender: "visitor",
            ids: request.attachments ?? [],
          }),
          ...(await reopenIfResolved(tx, ticket)),
        });
  });
  const position = events.length > 0 ? await announce(deps.hub, request, events) : 0;
  return { ...accepted, position };
}

export interface Outcome {
  accepted: Accepted;
  events: StreamEvent[];
}

interface NewMessage {
  request: TurnRequest;
  found: Awaited<ReturnType<typeof findMessageContext>>;
  ticket: TicketRow;
  /** The event that reopens an ended ticket. */
  reopened: NewEvent | null;
  attachments: Attachment[];
}

async function acceptNew(tx: TenantTransaction, deps: TurnDeps, input: NewMessage): Promise<Outcome> {
  const { ticket, reopened, found, request } = input;
  if (found.mayMissForm && !request.isOperator && (await isFormMissing(tx, ticket)))
    throw new AppError("form_required", "Fill in the form first.");
  if (ticket.pending_confirmation !== null && !(await isBesideApproval(tx, input)))
    return acceptInstead(tx, deps, input);
  const isFree = ticket.owner === "assistant" && found.runningTurnId === null;
  // Earlier pending messages and an open clarification are answered together with this message, so they take the longer path.
  if (isFree && !found.hasPending && ticket.pending_clarification === null) return acceptAndStart(tx, deps, input);
  const { sequence, events } = await store(tx, input, null);
  const turnId = isFree ? await startPendingTurn(tx, deps, ticket.id) : null;
  return {
    accepted: {
      after: sequence - (reopened ? 2 : 1),
      turnId,
      // A turn that still runs after an agent took the ticket is obsolete; do not wait for its end.
      behindTurnId: ticket.owner === "assistant" && !turnId ? found.runningTurnId : null,
      started: turnId !== null,
      ownerEpoch: ticket.owner_epoch,
    },
    events,
  };
}

/**
 * True for "yes" or "thanks" while a change waits for the visitor's approval. One word asks for nothing new, and an approval takes the
 * button, which binds it to the arguments: the change keeps waiting, and the assistant says so.
 */
async function isBesideApproval(tx: TenantTransaction, { request, ticket, attachments }: NewMessage): Promise<boolean> {
  const { content } = request;
  const intent = intentOf(content);
  if (attachments.length > 0 || intent === "asked_for_person") return false;
  const isWord = contentCount(content, languageOf(content, ticket.visitor_locale ?? "en")) <= 1;
  if (intent !== "small_talk" && !isWord) return false;
  const asked = ticket.pending_confirmation ? await findConfirmation(tx, ticket.pending_confirmation) : undefined;
  return asked !== undefined && !asked.is_due && waitsFor(asked) === "visitor";
}

/**
 * The visitor writes instead of answering a confirmation: the proposed change is dropped, and the assistant answers the message knowing
 * that.
 */
async function acceptInstead(tx: TenantTransaction, deps: TurnDeps, input: NewMessage): Promise<Outcome> {
  const { ticket, told } = await refuseForMessage(tx, input.ticket);
  const { accepted, events } = await acceptNew(tx, deps, {
    ...input,
    ticket: { ...ticket, pending_confirmation: null },
  });
  return { accepted: { ...accepted, after: accepted.after - told.length }, events: [...told, ...events] };
}

/** The common case, with a visitor waiting: stores the message, starts the turn and reads the turn's input in one round trip. */
async function acceptAndStart(tx: TenantTransaction, deps: TurnDeps, input: NewMessage): Promise<Outcome> {
  const { request, ticket, reopened } = input;
  const turnId = newId();
  const [{ sequence, events }, background] = await tx.end(
    Promise.all([
      store(tx, input, turnId),
      readBackground(tx, ticket, ticket.last_sequence + 1),
      startTurn(tx, deps, { ticket, turnId }),
    ]),
  );
  const turn = background && toTurn({ request, attachments: input.attachments, ticket, turnId, sequence, background });
  const accepted = { turnId, behindTurnId: null, started: true, ownerEpoch: ticket.owner_epoch };
  return { accepted: { ...accepted, after: sequence - (reopened ? 2 : 1), ...(turn ? { turn } : {}) }, events };
}

async function store(
  tx: TenantTransaction,
  { request, ticket, reopened, found, attachments }: NewMessage,
  turnId: string | null,
) {
  const { messageId: clientId, content, page } = request;
  const id = found.rowId;
  const stored = storeMessage(
    tx,
    { id, clientId, addressee: ticket.owner, ticketId: ticket.id, turnId, role: "visitor", content, attachments },
    {
      before: reopened ? [reopened] : [],
      ticket: { subject: subjectOf(content, attachments), ...(page ? { page } : {}) },
    },
  );
  if (attachments.length === 0) return stored;
  const ids = attachments.map((attachment) => attachment.id);
  // Sent after the message, in the same round trip.
  const [result] = await Promise.all([
    stored,
    updateAttachmentsMessage(tx, { ticketId: ticket.id, messageId: id, ids }),
  ]);
  return result;
}

function toTurn(input: {
  request: TurnRequest;
  attachments: Attachment[];
  ticket: TicketRow;
  turnId: string;
  sequence: number;
  background: Background;
}): RunningTurn {
  const { request, attachments, ticket, turnId, sequence, background } = input;
  return toRunningTurn(
    { tenantId: request.tenantId, ticketId: ticket.id, turnId },
    {
      turn: { kind: "visitor", owner_epoch: ticket.owner_epoch, hint: null },
      ticket: { ...ticket, last_sequence: sequence },
      questions: [{ content: request.content, attachments }],
      ...background,
    },
  );
}

async function acceptAgain(
  tx: TenantTransaction,
  deps: TurnDeps,
  input: { request: TurnRequest; ticket: TicketRow; known: StoredMessage },
): Promise<Outcome> {
  const { request, ticket, known } = input;
  const { role, content } = known.message;
  const isSame = content === request.content && namesSame(known.message, request.attachments ?? []);
  if (known.ticketId !== ticket.id || role !== "visitor" || !isSame)
    throw new AppError("message_conflict", "This message_id already belongs to another message. Use a new id.");
  const after = known.sequence - 1;
  const accepted = { turnId: known.turnId, behindTurnId: null, started: false, ownerEpoch: ticket.owner_epoch };
  const turn = known.turnId ? await findTurn(tx, known.turnId) : undefined;
  if (turn?.status !== "failed" || ticket.owner !== "assistant")
    return { accepted: { ...accepted, after }, events: [] };
  // Follow from after the failed turn, so that its error is not shown again.
  const anew = { ...accepted, after: ticket.last_sequence };
  const running = await findRunningTurn(tx, ticket.id);
  if (running) {
    // When the running turn ends, the next one answers the message. An answer to a clarification must be sent again.
    if (turn.clarification_id === null) await returnPending(tx, turn.id);
    return { accepted: { ...anew, turnId: null, behindTurnId: running.id }, events: [] };
  }
  const turnId = await restartTurn(tx, deps, { ticket, lost: turn });
  return { accepted: { ...anew, turnId, started: turnId !== null }, events: [] };
}

async function reopenIfResolved(
  tx: TenantTransaction,
  ticket: TicketRow,
): Promise<Pick<NewMessage, "ticket" | "reopened">> {
  if (!isEnded(ticket)) return { ticket, reopened: null };
  const { ticket: open, told } = await goOn(tx, ticket);
  return { ticket: open, reopened: told };
}
