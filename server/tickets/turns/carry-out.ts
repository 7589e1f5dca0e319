import { AppError, asError } from "../../core/errors.ts";
import type { TurnRef } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import { endHandedBack, endResolved, type HandBack, type Resolution } from "./end-by-person.ts";
import { loadTurn } from "./load-turn.ts";
import { publishTurn } from "./publish.ts";
import { assistantPorts, endAsFailed, holdLease } from "./turn.ts";
import type { RunningTurn } from "./turn-context.ts";

/** What a person decided about a ticket; a hint is for a turn that runs like a visitor's. */
export type Decision = Resolution | HandBack | { type: "hint" };

/**
 * Carries a decision out in the turn that was claimed for it, and tells it. Returns the turn of what the visitor wrote meanwhile.
 * @throws AppError `not_found` when the ticket is gone, `already_handled` when it has moved on.
 */
export async function carryOut(deps: TurnDeps, ref: TurnRef, decision: Resolution | HandBack): Promise<TurnRef | null> {
  const turn = await loadTurn(deps, ref);
  if (!turn) throw new AppError("not_found", "Ticket not found.");
  const letGo = holdLease(deps, turn);
  const told = publishTurn(deps.hub, turn, turn.output.items()).catch((error: unknown) =>
    deps.log.warn({ turn_id: turn.turnId, err: asError(error).message }, "Decision stored but not announced"),
  );
  try {
    await (decision.type === "resolve" ? resolve(deps, turn, decision) : handBack(deps, turn, decision));
  } catch (error) {
    await endAsFailed(deps, turn);
    throw error;
  } finally {
    letGo();
    turn.output.close();
    await told;
  }
  return turn.nextTurnId ? { ...ref, turnId: turn.nextTurnId } : null;
}

/** Brings the answer through the paused graph. What a person wrote does not hang on the thread: it is stored without it, too. */
async function resolve(deps: TurnDeps, turn: RunningTurn, decision: Resolution): Promise<void> {
  let stored: Promise<void> | undefined;
  const store = () => {
    stored ??= endResolved(deps, turn, decision);
    return stored;
  };
  await endPause(deps, turn, { decision: decision.answer, finishHuman: store });
  await store();
}

async function handBack(deps: TurnDeps, turn: RunningTurn, decision: HandBack): Promise<void> {
  await endPause(deps, turn, { decision: { type: "hand_back" } });
  await endHandedBack(deps, turn, decision);
}

type Resuming = Parameters<TurnDeps["assistant"]["resumeTurn"]>[0];

/** Ends the thread that waits for a person, so that nothing of it goes on. A failure is only noted: the next turn starts afresh. */
async function endPause(
  deps: TurnDeps,
  turn: RunningTurn,
  { decision, finishHuman }: { decision: Resuming["decision"]; finishHuman?: () => Promise<void> },
): Promise<void> {
  const { tenantId, ticketId } = turn;
  const ports = { ...assistantPorts(deps, turn), ...(finishHuman ? { finishHuman } : {}) };
  try {
    await deps.assistant.resumeTurn({ tenantId, ticketId, decision, ports });
  } catch (error) {
    deps.log.warn({ ticket_id: ticketId, err: asError(error).message }, "Could not end a paused thread");
  }
}
