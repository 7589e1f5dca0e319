import type { StreamEvent } from "../../../protocol/events.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { type AuditEntry, insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import {
  type ConfirmationRow,
  findConfirmation,
  responseEvent,
  type Said,
  settleConfirmation,
  toConfirmation,
  updateConfirmationAnswer,
  updateWaitingMessage,
  waitsFor,
} from "../store/confirmations.ts";
import { findMessage } from "../store/messages.ts";
import { storeMessage } from "../store/store-message.ts";
import { findTurnStart, type NewEvent } from "../store/ticket-events.ts";
import { lockTicket, type TicketRow } from "../store/tickets.ts";
import { findRunningTurn, findTurn } from "../store/turns.ts";
import type { Accepted } from "./accept-message.ts";
import { languageOn, sentenceOn } from "./confirmation-words.ts";
import type { TurnDeps } from "./deps.ts";
import { refuseConfirmation } from "./refuse-confirmation.ts";
import { restartTurn, startTurn } from "./start-pending-turn.ts";

export interface ConfirmationRequest {
  tenantId: string;
  ticketId: string;
  confirmationId: string;
  said: Said;
  /** Audit log entry for an agent's answer; stored in the same transaction. */
  audit?: AuditEntry;
}

export interface ConfirmationAnswered {
  accepted: Accepted;
  /** The message that says that an agent has to approve as well, while no turn runs yet. */
  messageId: string | null;
  /** The confirmation's new state. */
  confirmation: ConfirmationRow;
}

/**
 * Accepts an approval or refusal of a write, under the ticket's lock, so that one of several simultaneous answers counts. The last required
 * approval, or the first refusal, starts the turn that continues with it. The same answer by the same side again changes nothing, except
 * that it retries a failed turn.
 * @throws AppError `not_found`, `already_answered`, `confirmation_expired`, or `conflict` when the other side has to answer.
 */
export async function acceptConfirmation(deps: TurnDeps, request: ConfirmationRequest): Promise<ConfirmationAnswered> {
  const { answered, events } = await withTenant(deps.db, request.tenantId, async (tx) => {
    const ticket = await lockTicket(tx, request.ticketId);
    const asked = ticket && (await findConfirmation(tx, request.confirmationId));
    if (!ticket || asked?.ticket_id !== ticket.id) throw new AppError("not_found", "Confirmation not found.");
    if (asked.status === "pending" && asked.is_due)
      return { answered: null, events: await refuseConfirmation(tx, ticket, asked) };
    return answer(tx, deps, { request, ticket, asked });
  });
  const position = events.length > 0 ? await announce(deps.hub, request, events) : 0;
  if (!answered) throw expired();
  return { ...answered, accepted: { ...answered.accepted, position } };
}

interface Answering {
  request: ConfirmationRequest;
  ticket: TicketRow;
  asked: ConfirmationRow;
}

interface Answered {
  /** Null when the confirmation has expired. */
  answered: ConfirmationAnswered | null;
  events: StreamEvent[];
}

async function answer(tx: TenantTransaction, deps: TurnDeps, input: Answering): Promise<Answered> {
  const { request, ticket, asked } = input;
  const { said } = request;
  // The visitor may always refuse a change for themselves, even while an agent is asked.
  const isOwnNo = said.by === "visitor" && !said.approved;
  if (asked.status !== "pending" || (saidBefore(asked, said.by) !== null && !isOwnNo))
    return answeredBefore(tx, deps, input);
  if (waitsFor(asked) !== said.by && !isOwnNo)
    throw new AppError(
      "conflict",
      said.by === "agent" ? "The visitor has to decide this." : "Our team has to decide this.",
    );
  if (ticket.owner !== "assistant" || (await findRunningTurn(tx, ticket.id))) throw movedOn();
  const now = await updateConfirmationAnswer(tx, asked.id, said);
  if (!now) throw movedOn();
  if (request.audit) await insertAudit(tx, request.audit);
  const isFirstOfTwo = said.approved && asked.approval === "both" && said.by === "visitor";
  return isFirstOfTwo ? askAgent(tx, { ...input, asked: now }) : goOn(tx, deps, { ...input, asked: now });
}

/** The visitor has approved; an agent must approve as well. */
async function askAgent(tx: TenantTransaction, { ticket, asked }: Answering): Promise<Answered> {
  const messageId = newId();
  await updateWaitingMessage(tx, asked.id, messageId);
  const required: NewEvent = { type: "confirmation_required", turnId: null, payload: toConfirmation(asked) };
  const content = sentenceOn(asked, "waitsForTeam", await languageFor(tx, { ticket, asked }));
  const { events } = await storeMessage(
    tx,
    { id: messageId, ticketId: ticket.id, turnId: null, role: "assistant", content },
    { before: [required] },
  );
  return {
    answered: {
      accepted: { ...placeBehind(ticket), turnId: null, started: false },
      messageId,
      confirmation: { ...asked, waiting_message_id: messageId },
    },
    events,
  };
}

/** All answers are there: starts the turn that continues. */
async function goOn(tx: TenantTransaction, deps: TurnDeps, input: Answering): Promise<Answered> {
  const { ticket, asked, request } = input;
  const { said } = request;
  const turnId = newId();
  const how = { status: said.approved ? ("approved" as const) : ("declined" as const), by: said.by };
  if (!(await settleConfirmation(tx, asked, { ...how, answerTurnId: turnId }))) throw movedOn();
  await startTurn(tx, deps, { ticket, turnId, confirmationId: asked.id });
  const response = responseEvent(asked.id, how, turnId);
  // A visitor who waited for the team gets its approval as a message at once. The turn reports all other results.
  const events =
    said.by === "agent" && said.approved
      ? await tellYes(tx, { ticket, asked, turnId, response })
      : await recordEvents(tx, ticket.id, [response]);
  return {
    answered: {
      accepted: { ...placeBehind(ticket), turnId, started: true },
      messageId: null,
      confirmation: {
        ...asked,
        status: how.status,
        decided_by: said.by,
        decided_at: new Date(),
        answer_turn_id: turnId,
      },
    },
    events,
  };
}

async function tellYes(
  tx: TenantTransaction,
  about: { ticket: TicketRow; asked: ConfirmationRow; turnId: string; response: NewEvent },
): Promise<StreamEvent[]> {
  const { ticket, turnId, response } = about;
  const content = sentenceOn(about.asked, "agreed", await languageFor(tx, about));
  const message = { id: newId(), ticketId: ticket.id, turnId, role: "assistant" as const, content };
  return (await storeMessage(tx, message, { before: [response] })).events;
}

async function languageFor(
  tx: TenantTransaction,
  { ticket, asked }: Pick<Answering, "ticket" | "asked">,
): Promise<ReturnType<typeof languageOn>> {
  return languageOn(asked, ticket, (await findTenant(tx))?.locale ?? "en");
}

/** A repeated answer, or a late one. */
async function answeredBefore(tx: TenantTransaction, deps: TurnDeps, input: Answering): Promise<Answered> {
  const { request, ticket, asked } = input;
  const { said } = request;
  const before = saidBefore(asked, said.by);
  if (asked.status === "expired") throw expired();
  if (asked.status === "withdrawn" || before === null) throw movedOn();
  if (before !== said.approved || (said.by === "agent" && said.id !== asked.agent_id))
    throw new AppError("already_answered", `This was already ${before ? "approved" : "declined"}.`);
  const answered = (accepted: Partial<Accepted>, messageId: string | null = null): Answered => ({
    answered: {
      accepted: { ...placeBehind(ticket), turnId: null, started: false, ...accepted },
      messageId,
      confirmation: asked,
    },
    events: [],
  });
  if (asked.status === "pending") {
    const told = asked.waiting_message_id ? await findMessage(tx, asked.waiting_message_id) : undefined;
    return answered(told ? { after: told.sequence - 2 } : {}, told?.id);
  }
  const { answer_turn_id: turnId } = asked;
  const turn = turnId ? await findTurn(tx, turnId) : undefined;
  const isRetry = turn?.status === "failed" && ticket.owner === "assistant" && !(await findRunningTurn(tx, ticket.id));
  if (isRetry) return answered({ turnId: await restartTurn(tx, deps, { ticket, lost: turn }), started: true });
  const start = turnId ? await findTurnStart(tx, ticket.id, turnId) : undefined;
  return answered({ turnId, ...(start === undefined ? {} : { after: start - 1 }) });
}

/** The cursor for following the next events of a locked ticket. */
function placeBehind(ticket: TicketRow): Pick<Accepted, "after" | "behindTurnId" | "ownerEpoch"> {
  return { after: ticket.last_sequence, behindTurnId: null, ownerEpoch: ticket.owner_epoch };
}

/** The answer that a side has already given. */
function saidBefore(asked: ConfirmationRow, by: Said["by"]): boolean | null {
  return by === "visitor" ? asked.visitor_approved : asked.agent_approved;
}

function expired(): AppError {
  return new AppError("confirmation_expired", "Nobody approved this in time, so nothing was changed.");
}

function movedOn(): AppError {
  return new AppError("already_answered", "The assistant is no longer waiting for this. Nothing was changed.");
}
