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

/** Stored events after a turn's begin among which its own end is looked for. */
const maxTold = 200;
/** Why a turn was cancelled whose ticket a person took, or whose visitor ended the conversation. */
const overtakenReason = "an agent took over";
const endedReason = "the conversation was ended";

/** How a turn ends. */
export interface Ending {
  outcome: Omit<TurnOutcome, "timings" | "context" | "thinking">;
  /** What else is counted of it. */
  counted?: Pick<EndedTurn, "tier" | "reason">;
  /** Whose words it brings. The assistant's count only while it owns the ticket as it did when the turn began, and nobody has ended it. */
  speaker: "assistant" | "person" | "nobody";
  /** Writes down what the ending brings, and tells it, `end` last. */
  record(tx: TenantTransaction, ticket: TicketRow): Promise<StreamEvent[]>;
  /** True when `record` is one statement: the commit goes out with it. */
  isOneStatement?: boolean;
}

interface Ended {
  events: StreamEvent[];
  /** The turn of what came meanwhile. */
  nextTurnId: string | null;
  /** The ending as it came to count; absent when the turn had ended already. */
  ending?: Ending;
}

const nothing: Ended = { events: [], nextTurnId: null };

/**
 * The frame of every ending, in one transaction: the ticket's lock, the turn's receipts, that a turn ends once, whose words count,
 * what is told, and the turn that takes up the messages that came meanwhile. A database that is away for a moment is waited for;
 * what it had committed before its connection broke is found and told.
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
 * The receipts come last, and the commit right behind them: turns of a tenant that end at the same time wait for each other's hold on
 * the day's sums, each with a connection, so that hold is as short as can be.
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
  // A person's words are stored even when their turn was taken for dead meanwhile; whoever ended it has taken up the mail.
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

/** The ending as it counts now: a turn that was overtaken ends with nothing said. */
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

/** What an earlier try had committed before its connection broke; undefined when it had not. */
async function findTold(
  tx: TenantTransaction,
  { holder }: TurnDeps,
  { turn, ending }: { turn: RunningTurn; ending: Ending },
): Promise<Ended | undefined> {
  const range = { after: turn.sequence, limit: maxTold };
  const events = (await listEvents(tx, turn.ticketId, range)).filter(({ turn_id }) => turn_id === turn.turnId);
  // A person's words change the owner; `end` alone may be somebody else's, who took the turn for dead.
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

/** The state that a ticket had before a try with a hint: with whom it was, or with nobody who had begun. */
export function heldBefore({ assignee, auto_assigned_at }: Pick<TicketRow, "assignee" | "auto_assigned_at">): {
  status: "in_progress" | "pending_human";
  owner: "human";
} {
  return { status: assignee && auto_assigned_at === null ? "in_progress" : "pending_human", owner: "human" };
}

/** Tells that a ticket is where it was before the try. */
export function heldAgain(turnId: string, ticket: Pick<TicketRow, "assignee" | "auto_assigned_at">): NewEvent {
  // Whoever has not begun is not named to the visitor.
  const agent = ticket.assignee && ticket.auto_assigned_at === null ? { agent: ticket.assignee } : {};
  return { type: "owner", turnId, payload: { ...heldBefore(ticket), ...agent } };
}
