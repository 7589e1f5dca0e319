import { AppError, asError } from "../../core/errors.ts";
import type { TurnRef } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import { endHandedBack, endResolved, type HandBack, type Resolution } from "./end-by-person.ts";
import { loadTurn } from "./load-turn.ts";
import { publishTurn } from "./publish.ts";
import { assistantPorts, endAsFailed, holdLease } from "./turn.ts";
import type { RunningTurn } from "./turn-context.ts";

/** An agent's decision about a ticket. The turn of a hint runs like a visitor's. */
export type Decision = Resolution | HandBack | { type: "hint" };

/**
 * Carries out a decision in the turn that was claimed for it, and announces it. Returns the turn for the visitor's messages that arrived
 * meanwhile.
 * @throws AppError `not_found` when the ticket was deleted, `already_handled` when it has changed.
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

/** Sends the answer through the paused graph. The answer does not depend on the graph: it is stored even when the graph fails. */
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

/**
 * Ends the graph's thread that waits for an agent, so that it does not continue. A failure is only logged: the next turn starts a new run.
 */
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
