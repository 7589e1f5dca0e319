import type { StreamEvent } from "../../protocol/events.ts";
import { newId } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { stopTopic } from "../live/hub.ts";
import { updateAnswerTurn } from "../store/clarifications.ts";
import { listTurnQuestions, updateMessageTurn } from "../store/messages.ts";
import { recordEvents } from "../store/record-events.ts";
import { lockTicket } from "../store/tickets.ts";
import { type TenantTransaction, withSystem, withTenant } from "../store/transaction.ts";
import { countInterruptions, expireTurn, findTurn, insertTurn, listExpiredTurns } from "../store/turns.ts";
import { leaseMs, maxInterruptions, type TurnDeps } from "./deps.ts";
import { backToPerson } from "./endings.ts";
import { turnInterruptedText } from "./texts.ts";

interface TurnRef {
  tenantId: string;
  ticketId: string;
  turnId: string;
}

/**
 * Finds turns whose process died and has their messages answered by a new turn. What the dead turn had
 * streamed is withdrawn (`cancel`, reason `restarted`); nothing of it was stored, so nothing doubles.
 * A message whose turns keep dying is given up visibly, for the visitor to send again.
 */
export async function recoverExpiredTurns(deps: TurnDeps, start: (ref: TurnRef) => void): Promise<void> {
  const expired = await withSystem(deps.db, "find turns whose process died", (tx) => listExpiredTurns(tx));
  for (const { tenant_id: tenantId, ticket_id: ticketId, id } of expired) {
    const { turnId, events } = await withTenant(deps.db, tenantId, (tx) =>
      takeOver(tx, deps, { tenantId, ticketId, turnId: id }),
    );
    if (events.length > 0) await announce(deps.hub, { tenantId, ticketId }, events);
    // Its process may only have been frozen, or its clock moved: then it hears that somebody else has the turn now.
    if (events.length > 0) await deps.hub.notify(stopTopic(tenantId), id);
    if (turnId) start({ tenantId, ticketId, turnId });
    deps.log.warn(
      { tenant_id: tenantId, ticket_id: ticketId, turn_id: id, next_turn_id: turnId },
      "a turn's process died",
    );
  }
}

async function takeOver(
  tx: TenantTransaction,
  deps: TurnDeps,
  ref: TurnRef,
): Promise<{ turnId: string | null; events: StreamEvent[] }> {
  const ticket = await lockTicket(tx, ref.ticketId);
  const dead = await findTurn(tx, ref.turnId);
  if (!ticket || !dead || !(await expireTurn(tx, ref.turnId))) return { turnId: null, events: [] };
  const questions = await listTurnQuestions(tx, ref.turnId);
  const tooOften = (await countInterruptions(tx, ref.ticketId)) > maxInterruptions;
  const hasWork = questions.length > 0 || dead.clarification_id !== null || dead.kind === "hint";
  if (dead.kind === "resume" || ticket.owner !== "assistant" || !hasWork || tooOften) {
    const given = dead.kind === "hint" ? await backToPerson(tx, { ...ref, ownerEpoch: dead.owner_epoch }) : [];
    const events = await recordEvents(tx, ref.ticketId, [
      ...given,
      {
        type: "error",
        turnId: ref.turnId,
        payload: { code: "interrupted", message: turnInterruptedText, error_type: "recoverable" },
      },
      { type: "end", turnId: ref.turnId, payload: {} },
    ]);
    return { turnId: null, events };
  }
  const turnId = newId();
  await updateMessageTurn(
    tx,
    questions.map((stored) => stored.message.id),
    turnId,
  );
  await insertTurn(tx, {
    id: turnId,
    ticketId: ref.ticketId,
    kind: dead.kind,
    ownerEpoch: ticket.owner_epoch,
    holder: deps.holder,
    leaseMs,
    clarificationId: dead.clarification_id,
    hint: dead.hint,
  });
  if (dead.clarification_id) await updateAnswerTurn(tx, dead.clarification_id, turnId);
  const events = await recordEvents(tx, ref.ticketId, [
    { type: "cancel", turnId: ref.turnId, payload: { reason: "restarted" } },
  ]);
  return { turnId, events };
}
