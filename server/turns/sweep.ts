import type { StreamEvent } from "../../protocol/events.ts";
import { announce } from "../live/announce.ts";
import { stopTopic } from "../live/hub.ts";
import { listDueConfirmations } from "../store/confirmations.ts";
import { listForgottenMail, returnMail } from "../store/messages.ts";
import { recordEvents } from "../store/record-events.ts";
import { lockTicket } from "../store/tickets.ts";
import { type TenantTransaction, withSystem, withTenant } from "../store/transaction.ts";
import { countInterruptions, expireTurn, findTurn, listExpiredTurns, type TurnRef } from "../store/turns.ts";
import { maxInterruptions, type TurnDeps } from "./deps.ts";
import { backToPerson, failureEvents } from "./end-without-answer.ts";
import { expireConfirmation } from "./refuse-confirmation.ts";
import { restartTurn, takeUpMail } from "./take-up-mail.ts";

/**
 * Looks for what nobody works on any more, whoever should have: turns whose process died, and messages that wait for the assistant
 * without a turn. Both are taken up by turns of this process.
 */
export async function sweep(deps: TurnDeps, start: (ref: TurnRef) => void): Promise<void> {
  const expired = await withSystem(deps.db, "find turns whose process died", (tx) => listExpiredTurns(tx));
  for (const { tenant_id: tenantId, ticket_id: ticketId, id: turnId } of expired)
    await replaceLost(deps, { tenantId, ticketId, turnId }, start);
  await refuseDue(deps);
  const forgotten = await withSystem(deps.db, "find messages that nobody answers", (tx) => listForgottenMail(tx));
  for (const { tenant_id: tenantId, ticket_id: ticketId } of forgotten) {
    const turnId = await withTenant(deps.db, tenantId, (tx) => takeUpMail(tx, deps, ticketId));
    if (turnId) start({ tenantId, ticketId, turnId });
    deps.log.warn({ tenant_id: tenantId, ticket_id: ticketId, turn_id: turnId }, "a message was without a turn");
  }
  await deps.settleLostCalls?.();
}

/** Ends the confirmations that nobody has answered in time; their visitors read that nothing was changed. */
async function refuseDue(deps: TurnDeps): Promise<void> {
  const due = await withSystem(deps.db, "find confirmations that nobody answered", (tx) => listDueConfirmations(tx));
  for (const { tenant_id: tenantId, ticket_id: ticketId, id: confirmationId } of due) {
    const events = await withTenant(deps.db, tenantId, (tx) => expireConfirmation(tx, { ticketId, confirmationId }));
    if (events.length > 0) await announce(deps.hub, { tenantId, ticketId }, events);
  }
}

/**
 * Has the messages of a turn whose process died answered by a new turn. What the dead turn had streamed is withdrawn (`cancel`,
 * reason `restarted`); nothing of it was stored, so nothing doubles. A message whose turns keep dying is given up visibly, for the
 * visitor to send again.
 */
async function replaceLost(deps: TurnDeps, lost: TurnRef, start: (ref: TurnRef) => void): Promise<void> {
  const { tenantId, ticketId, turnId: id } = lost;
  const { turnId, events } = await withTenant(deps.db, tenantId, (tx) => takeOver(tx, deps, lost));
  if (events.length > 0) await announce(deps.hub, { tenantId, ticketId }, events);
  // Its process may only have been frozen, or its clock moved: then it hears that somebody else has the turn now.
  if (events.length > 0) await deps.hub.notify(stopTopic(tenantId), id);
  if (turnId) start({ tenantId, ticketId, turnId });
  deps.log.warn(
    { tenant_id: tenantId, ticket_id: ticketId, turn_id: id, next_turn_id: turnId },
    "a turn's process died",
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
    if (lost.kind === "hint") await returnMail(tx, id);
    const events = await recordEvents(tx, ticketId, [...given, ...failureEvents(about, "interrupted")]);
    return { events, turnId: await takeUpMail(tx, deps, ticketId) };
  }
  const turnId = await restartTurn(tx, deps, { ticket, lost });
  const events = await recordEvents(tx, ticketId, [{ type: "cancel", turnId: id, payload: { reason: "restarted" } }]);
  return { events, turnId };
}
