import type { StreamEvent } from "../../../protocol/events.ts";
import { announce } from "../../core/live/announce.ts";
import { stopTopic } from "../../core/live/hub.ts";
import { type TenantTransaction, withSystem, withTenantInLoop } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { listDueConfirmations } from "../store/confirmations.ts";
import { listForgottenPending, returnPending } from "../store/messages.ts";
import { lockTicket, type TicketKey } from "../store/tickets.ts";
import { countInterruptions, expireTurn, findTurn, listExpiredTurns, type TurnRef } from "../store/turns.ts";
import { maxInterruptions, type TurnDeps } from "./deps.ts";
import { backToPerson, failureEvents } from "./end-without-answer.ts";
import { expireConfirmation } from "./refuse-confirmation.ts";
import { restartTurn, startPendingTurn } from "./start-pending-turn.ts";

/** Abandoned work: a turn, a confirmation, a ticket with messages that wait without a turn, or a tool call. */
export type Abandoned = { tenant_id: string } & (
  | { kind: "turn" | "confirmation"; ticket_id: string; id: string }
  | { kind: "messages"; ticket_id: string }
  | { kind: "tool call"; id: string }
);

/** Lists abandoned work of all processes. Of each kind: the first row of each tenant, then the second of each. */
export async function listAbandoned({ db, lostCalls }: Pick<TurnDeps, "db" | "lostCalls">): Promise<Abandoned[]> {
  const turns = await withSystem(db, "find-lost-turns", listExpiredTurns);
  const confirmations = await withSystem(db, "find-expired-confirmations", listDueConfirmations);
  const tickets = await withSystem(db, "find-pending-messages", listForgottenPending);
  const calls = (await lostCalls?.list()) ?? [];
  return [
    ...turns.map((row): Abandoned => ({ kind: "turn", ...row })),
    ...confirmations.map((row): Abandoned => ({ kind: "confirmation", ...row })),
    ...tickets.map((row): Abandoned => ({ kind: "messages", ...row })),
    ...calls.map((row): Abandoned => ({ kind: "tool call", ...row })),
  ];
}

/**
 * Recovers one abandoned row, and starts a turn in this process if needed. A row that another process has locked is left to the next round.
 * Safe to run twice and in several processes.
 */
export async function takeUpAbandoned(deps: TurnDeps, row: Abandoned, start: (ref: TurnRef) => void): Promise<void> {
  const { tenant_id: tenantId } = row;
  switch (row.kind) {
    case "turn":
      return replaceLost(deps, { tenantId, ticketId: row.ticket_id, turnId: row.id }, start);
    case "confirmation":
      return refuseDue(deps, { tenantId, ticketId: row.ticket_id, confirmationId: row.id });
    case "messages":
      return takeUpMessages(deps, { tenantId, ticketId: row.ticket_id }, start);
    case "tool call":
      return deps.lostCalls?.settle(row);
    default:
      return row satisfies never;
  }
}

async function takeUpMessages(deps: TurnDeps, ticket: TicketKey, start: (ref: TurnRef) => void): Promise<void> {
  const { tenantId, ticketId } = ticket;
  const turnId = await withTenantInLoop(deps.db, tenantId, (tx) => startPendingTurn(tx, deps, ticketId));
  if (turnId) start({ tenantId, ticketId, turnId });
  deps.log.warn({ tenant_id: tenantId, ticket_id: ticketId, turn_id: turnId }, "Started a missing turn for a message");
}

/** Ends a confirmation that nobody answered in time; a message tells the visitor that nothing was changed. */
async function refuseDue(deps: TurnDeps, due: TicketKey & { confirmationId: string }): Promise<void> {
  const events = await withTenantInLoop(deps.db, due.tenantId, (tx) => expireConfirmation(tx, due));
  if (events.length > 0) await announce(deps.hub, due, events);
}

/**
 * Starts a new turn for the messages of a turn whose process died. The streamed text of the dead turn is withdrawn (`cancel`, reason
 * `restarted`); none of it was stored, so nothing appears twice. A message whose turns die repeatedly ends with a visible error, and the
 * visitor can send it again.
 */
async function replaceLost(deps: TurnDeps, lost: TurnRef, start: (ref: TurnRef) => void): Promise<void> {
  const { tenantId, ticketId, turnId: id } = lost;
  const { turnId, events } = await withTenantInLoop(deps.db, tenantId, (tx) => takeOver(tx, deps, lost));
  if (events.length > 0) await announce(deps.hub, { tenantId, ticketId }, events);
  // The process may only have been suspended, or its clock may have changed: notify it that another process has the turn now.
  if (events.length > 0) await deps.hub.notify(stopTopic(tenantId), id);
  if (turnId) start({ tenantId, ticketId, turnId });
  deps.log.warn(
    { tenant_id: tenantId, ticket_id: ticketId, turn_id: id, next_turn_id: turnId },
    "Restarted a turn whose process died",
  );
}

async function takeOver(
  tx: TenantTransaction,
  deps: TurnDeps,
  { ticketId, turnId: id }: TurnRef,
): Promise<{ turnId: string | null; events: StreamEvent[] }> {
  const ticket = await lockTicket(tx, ticketId);
  const lost = await findTurn(tx, id);
  if (!ticket || !lost || !(await expireTurn(tx, id))) return { turnId: null, events: [] };
  const tooOften = (await countInterruptions(tx, ticketId)) > maxInterruptions;
  if (lost.kind === "resume" || ticket.owner !== "assistant" || tooOften) {
    const about = { turnId: id, kind: lost.kind, ownerEpoch: lost.owner_epoch };
    const given = await backToPerson(tx, about, ticket);
    if (lost.kind === "hint") await returnPending(tx, id);
    const events = await recordEvents(tx, ticketId, [...given, ...failureEvents(about, "interrupted")]);
    return { events, turnId: await startPendingTurn(tx, deps, ticketId) };
  }
  const turnId = await restartTurn(tx, deps, { ticket, lost });
  const events = await recordEvents(tx, ticketId, [{ type: "cancel", turnId: id, payload: { reason: "restarted" } }]);
  return { events, turnId };
}
