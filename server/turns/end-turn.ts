import type { StreamEvent } from "../../protocol/events.ts";
import { insertModelCalls } from "../store/model-calls.ts";
import { patiently } from "../store/patiently.ts";
import { recordEvents } from "../store/record-events.ts";
import { listEvents } from "../store/ticket-events.ts";
import { lockTicket, type TicketRow } from "../store/tickets.ts";
import { type TenantTransaction, withTenant } from "../store/transaction.ts";
import { finishTurn } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import type { RunningTurn } from "./turn-context.ts";

/** Stored events after a turn's begin among which its own end is looked for. */
const maxTold = 200;
/** Why a turn was cancelled whose ticket a person took. */
export const overtakenReason = "a person took over";

/**
 * The frame of every ending: receipts, the ownership check, and that a turn ends once. A database that is away for a moment is
 * waited for; what it had committed before its connection broke is found and told.
 */
export async function endTurn(
  deps: TurnDeps,
  turn: RunningTurn,
  work: (tx: TenantTransaction, ticket: TicketRow) => Promise<StreamEvent[]>,
): Promise<StreamEvent[]> {
  if (turn.isOver) return [];
  const calls = turn.calls.splice(0);
  const end = async (tx: TenantTransaction, again: boolean) => {
    const ticket = await lockTicket(tx, turn.ticketId);
    if (!ticket) return [];
    const told = again ? await listEvents(tx, ticket.id, { after: turn.sequence, limit: maxTold }) : [];
    const ended = told.filter((event) => event.turn_id === turn.turnId);
    if (ended.some(({ type }) => type === "end")) return ended;
    // Not waited for: what follows goes out behind it, and fails if it fails.
    const receipts = insertModelCalls(tx, turn, calls);
    receipts.catch(() => {});
    if (ticket.owner === "assistant" && ticket.owner_epoch === turn.ownerEpoch) {
      const told = await work(tx, ticket);
      await receipts;
      return told;
    }
    await receipts;
    if (!(await finishTurn(tx, turn.turnId, { status: "cancelled", errorCode: "overtaken" }))) return [];
    return recordEvents(tx, turn.ticketId, [
      { type: "cancel", turnId: turn.turnId, payload: { reason: overtakenReason } },
      { type: "end", turnId: turn.turnId, payload: {} },
    ]);
  };
  const events = await patiently((again) => withTenant(deps.db, turn.tenantId, (tx) => end(tx, again)));
  turn.isOver = true;
  return events;
}
