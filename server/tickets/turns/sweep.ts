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

/** What nobody works on any more: a turn, a confirmation, a ticket with messages that wait without a turn, or a call of a tool. */
export type Abandoned = { tenant_id: string } & (
  | { kind: "turn" | "confirmation"; ticket_id: string; id: string }
  | { kind: "messages"; ticket_id: string }
  | { kind: "tool call"; id: string }
);

/** Looks for what nobody works on any more, whoever should have: of each kind the first row of each tenant, then the second of each. */
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
 * Takes up one abandoned row, with a turn of this process where one is needed. A row that somebody else holds is left to the next round.
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

/** Ends a confirmation that nobody has answered in time; its visitor reads that nothing was changed. */
async function refuseDue(deps: TurnDeps, due: TicketKey & { confirmationId: string }): Promise<void> {
  const events = await withTenantInLoop(deps.db, due.tenantId, (tx) => expireConfirmation(tx, due));
  if (events.length > 0) await announce(deps.hub, due, events);
}

/**
 * Has the messages of a turn whose process died answered by a new turn. What the dead turn had streamed is withdrawn (`cancel`,
 * reason `restarted`); nothing of it was stored, so nothing doubles. A message whose turns keep dying is given up visibly, for the
 * visitor to send again.
 */
async function replaceLost(deps: TurnDeps, lost: TurnRef, start: (ref: TurnRef) => void): Promise<void> {
  const { tenantId, ticketId, turnId: id } = lost;
  const { turnId, events } = await withTenantInLoop(deps.db, tenantId, (tx) => takeOver(tx, deps, lost));
  if (events.length > 0) await announce(deps.hub, { tenantId, ticketId }, events);
  // Its process may only have been frozen, or its clock moved: then it hears that somebody else has the turn now.
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
