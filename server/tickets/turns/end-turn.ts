import type { StreamEvent } from "../../../protocol/events.ts";
import { insertModelCalls, type ModelCall } from "../../assistant/store/model-calls.ts";
import { retryWhileAway } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { returnPending } from "../store/messages.ts";
import { listEvents, type NewEvent } from "../store/ticket-events.ts";
import { isEnded, lockTicket, type TicketRow } from "../store/tickets.ts";
import { findRunningTurn, finishTurn, type TurnOutcome } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import { startPendingTurn } from "./start-pending-turn.ts";
import type { EndedTurn, RunningTurn } from "./turn-context.ts";

/** Most stored events after a turn's start that are searched for its end. */
const maxTold = 200;
/** Reasons for a cancelled turn: an agent took the ticket, or the visitor ended the conversation. */
const overtakenReason = "an agent took over";
const endedReason = "the conversation was ended";

export interface Ending {
  outcome: Omit<TurnOutcome, "timings" | "context" | "thinking">;
  /** Further values for the statistics. */
  counted?: Pick<EndedTurn, "tier" | "reason">;
  /**
   * Author of the ending's message. A message of the assistant counts only while the assistant still owns the ticket as at the start of the
   * turn, and the ticket has not ended.
   */
  speaker: "assistant" | "person" | "nobody";
  /** Stores the ending's data and returns its events, with `end` last. */
  record(tx: TenantTransaction, ticket: TicketRow): Promise<StreamEvent[]>;
  /** True when `record` is one statement, so that the commit is sent with it. */
  isOneStatement?: boolean;
}

interface Ended {
  events: StreamEvent[];
  /** The turn for messages that arrived meanwhile. */
  nextTurnId: string | null;
  /** The ending in force; absent when the turn had already ended. */
  ending?: Ending;
}

const nothing: Ended = { events: [], nextTurnId: null };

/**
 * The steps of every ending, in one transaction: it locks the ticket, stores the usage records, ends the turn once, decides whether the
 * message still counts, stores the events, and starts the turn for messages that arrived meanwhile. It retries while the database is
 * unavailable. Data that was committed before a connection broke is found and announced.
 */
export async function endTurn(deps: TurnDeps, turn: RunningTurn, ending: Ending): Promise<void> {
  if (turn.isOver) return;
  const calls = [...turn.calls];
  const {
    events,
    nextTurnId,
    ending: counted,
  } = await retryWhileAway((again) =>
    withTenant(deps.db, turn.tenantId, async (tx) => {
      const ticket = await lockTicket(tx, turn.ticketId);
      if (!ticket) return nothing;
      const told = again ? await findTold(tx, deps, { turn, ending }) : undefined;
      if (told) return told;
      return end(tx, deps, { turn, ticket, ending: inForce(turn, ticket, ending), calls });
    }),
  );
  turn.calls.splice(0, calls.length);
  turn.isOver = true;
  turn.nextTurnId = nextTurnId;
  turn.output.push({ kind: "stored", events });
  if (!counted) return;
  turn.ended = endedTurn(turn, counted, calls);
  deps.watch?.ended(turn.ended);
}

function endedTurn(
  turn: RunningTurn,
  { outcome: { status, isCacheHit }, counted }: Ending,
  calls: ModelCall[],
): EndedTurn {
  const { kind, firstTokenMs, startedAt } = turn;
  const modelMs = calls.reduce((sum, { latency_ms }) => sum + latency_ms, 0);
  return {
    kind,
    status,
    isCacheHit,
    ...counted,
    firstTokenMs,
    totalMs: performance.now() - startedAt,
    modelMs,
    modelCalls: calls.length,
  };
}

/**
 * Store the usage records last, right before the commit: turns of a tenant that end at the same time wait, each with a connection, for the
 * lock on the day's totals. So the lock must be as short as possible.
 */
async function end(
  tx: TenantTransaction,
  deps: TurnDeps,
  { turn, ticket, ending, calls }: { turn: RunningTurn; ticket: TicketRow; ending: Ending; calls: ModelCall[] },
): Promise<Ended> {
  const writeUsageRecords = () => insertModelCalls(tx, turn, calls);
  const ended = await finishTurn(tx, turn.turnId, {
    ...ending.outcome,
    timings: timings(turn),
    context: turn.context,
    thinking: turn.thinking,
  });
  // An agent's message is stored even when its turn had counted as dead; the process that ended the turn has started a turn for the pending
  // messages.
  if (!ended && ending.speaker !== "person") {
    await tx.end(writeUsageRecords());
    return nothing;
  }
  const cameToNothing = turn.kind === "hint" && ending.outcome.status !== "done";
  if (cameToNothing) await returnPending(tx, turn.turnId);
  const leavesPending = ended?.leavesPending || cameToNothing || ending.speaker === "person";
  if (ending.isOneStatement && !leavesPending) {
    const [events] = await tx.end(Promise.all([ending.record(tx, ticket), writeUsageRecords()]));
    return { events, nextTurnId: null, ending };
  }
  const events = await ending.record(tx, ticket);
  const nextTurnId = leavesPending ? await startPendingTurn(tx, deps, ticket.id) : null;
  await tx.end(writeUsageRecords());
  return { events, nextTurnId, ending };
}

/** The ending in force: an obsolete turn ends without a message. */
function inForce(turn: RunningTurn, ticket: TicketRow, ending: Ending): Ending {
  const isOurs = ticket.owner === "assistant" && ticket.owner_epoch === turn.ownerEpoch && !isEnded(ticket);
  if (isOurs || ending.speaker === "person" || turn.kind === "resume") return ending;
  const isTaken = ticket.owner === "human" || ticket.owner_epoch !== turn.ownerEpoch;
  return {
    outcome: { status: "cancelled", errorCode: isTaken ? "overtaken" : "ended" },
    speaker: "nobody",
    record: (tx) =>
      recordEvents(tx, turn.ticketId, [
        { type: "cancel", turnId: turn.turnId, payload: { reason: isTaken ? overtakenReason : endedReason } },
        { type: "end", turnId: turn.turnId, payload: {} },
      ]),
  };
}

/** Events that an earlier try had committed before its connection broke; undefined when there are none. */
async function findTold(
  tx: TenantTransaction,
  { holder }: TurnDeps,
  { turn, ending }: { turn: RunningTurn; ending: Ending },
): Promise<Ended | undefined> {
  const range = { after: turn.sequence, limit: maxTold };
  const events = (await listEvents(tx, turn.ticketId, range)).filter(({ turn_id }) => turn_id === turn.turnId);
  // An agent's message changes the owner. An `end` alone may come from a process that took the turn for dead.
  const last = ending.speaker === "person" ? "owner" : "end";
  if (!events.some(({ type }) => type === last)) return undefined;
  const next = await findRunningTurn(tx, turn.ticketId);
  return { events, nextTurnId: next?.lease_holder === holder && next.id !== turn.turnId ? next.id : null, ending };
}

function timings(turn: RunningTurn): Record<string, number> {
  return {
    total_ms: Math.round(performance.now() - turn.startedAt),
    ...(turn.firstTokenMs === undefined ? {} : { first_token_ms: Math.round(turn.firstTokenMs) }),
  };
}

type Held = Pick<TicketRow, "assignee" | "auto_assigned_at" | "waiting_since">;

/** The ticket's state before a try with a hint: with its assignee, waiting for the visitor if nobody waits for the team, or not begun. */
export function heldBefore({ assignee, auto_assigned_at, waiting_since }: Held): {
  status: "in_progress" | "pending_visitor" | "pending_human";
  owner: "human";
} {
  if (!assignee || auto_assigned_at !== null) return { status: "pending_human", owner: "human" };
  return { status: waiting_since === null ? "pending_visitor" : "in_progress", owner: "human" };
}

/** The event that the ticket is back in its state before the try. */
export function heldAgain(turnId: string, ticket: Held): NewEvent {
  // Do not name an assignee to the visitor who has not started.
  const agent = ticket.assignee && ticket.auto_assigned_at === null ? { agent: ticket.assignee } : {};
  return { type: "owner", turnId, payload: { ...heldBefore(ticket), ...agent } };
}
