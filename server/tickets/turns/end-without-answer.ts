import type { EventPayload } from "../../../protocol/events.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import type { NewEvent } from "../store/ticket-events.ts";
import { type TicketRow, updateTicket } from "../store/tickets.ts";
import type { TurnDeps } from "./deps.ts";
import { endTurn, heldAgain, heldBefore } from "./end-turn.ts";
import { endOf } from "./endings.ts";
import { turnFailedText, turnInterruptedText, turnTimedOutText } from "./texts.ts";
import type { RunningTurn } from "./turn-context.ts";

/** The abort reason of a stopped turn. */
export class TurnStopped extends Error {
  readonly why: "visitor" | "timeout" | "shutdown" | "elsewhere";

  constructor(why: TurnStopped["why"]) {
    super(`the turn was stopped: ${why}`);
    this.name = "TurnStopped";
    this.why = why;
  }
}

/** The visitor's error messages for a turn that they did not stop themselves. All can be retried. */
const failures = {
  internal: { message: turnFailedText, error_type: "recoverable" },
  interrupted: { message: turnInterruptedText, error_type: "recoverable" },
  timeout: { message: turnTimedOutText, error_type: "timeout" },
} as const satisfies Record<string, Omit<EventPayload<"error">, "code">>;

export type TurnFailure = keyof typeof failures;

/** Ends a turn by its abort reason: cancelled when the visitor stopped it, else an error that can be retried. */
export function endStopped(deps: TurnDeps, turn: RunningTurn): Promise<void> {
  const reason: unknown = turn.stop.signal.reason;
  const why = reason instanceof TurnStopped ? reason.why : "visitor";
  if (why === "timeout") return endWithFailure(deps, turn, "timeout");
  return why === "shutdown" ? endWithFailure(deps, turn, "interrupted") : endCancelled(deps, turn);
}

/** Ends a turn that the visitor stopped, or that is obsolete. */
export function endCancelled(deps: TurnDeps, turn: RunningTurn): Promise<void> {
  const cancel: NewEvent = { type: "cancel", turnId: turn.turnId, payload: {} };
  return endTurn(deps, turn, {
    outcome: { status: "cancelled" },
    speaker: "nobody",
    record: async (tx, ticket) =>
      recordEvents(tx, turn.ticketId, [...(await backToPerson(tx, turn, ticket)), cancel, endOf(turn)]),
  });
}

/** Ends a turn with a visible error. The visitor is not informed when an agent's decision fails. */
export function endWithFailure(deps: TurnDeps, turn: RunningTurn, code: TurnFailure): Promise<void> {
  return endTurn(deps, turn, {
    outcome: { status: "failed", errorCode: code },
    speaker: "nobody",
    record: async (tx, ticket) =>
      recordEvents(tx, turn.ticketId, [...(await backToPerson(tx, turn, ticket)), ...failureEvents(turn, code)]),
  });
}

/** The events of a failed turn. */
export function failureEvents({ turnId, kind }: Pick<RunningTurn, "turnId" | "kind">, code: TurnFailure): NewEvent[] {
  const error: NewEvent = { type: "error", turnId, payload: { code, ...failures[code] } };
  return [...(kind === "resume" ? [] : [error]), endOf({ turnId })];
}

/** A failed try with a hint returns the ticket to the team. */
export async function backToPerson(
  tx: TenantTransaction,
  { turnId, kind, ownerEpoch }: Pick<RunningTurn, "turnId" | "kind" | "ownerEpoch">,
  ticket: TicketRow,
): Promise<NewEvent[]> {
  const isOurs = ticket.owner === "assistant" && ticket.owner_epoch === ownerEpoch && ticket.status === "open";
  if (kind !== "hint" || !isOurs) return [];
  await updateTicket(tx, ticket.id, heldBefore(ticket));
  return [heldAgain(turnId, ticket)];
}
