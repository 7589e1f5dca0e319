import type { AgentRef } from "../../protocol/messages.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { insertSnippet } from "../store/snippets.ts";
import { lockTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { findRunningTurn, insertTurn } from "../store/turns.ts";
import { leaseMs, type TurnDeps } from "./deps.ts";
import { loadTurn } from "./load-turn.ts";
import type { RunningTurn } from "./turn-context.ts";

export interface Resolution {
  tenantId: string;
  ticketId: string;
  answer: string;
  agent: AgentRef;
  saveAsSnippet: boolean;
}

/**
 * Claims the ticket's resolution: of several people who press the button, one goes on. Returns the turn
 * that carries the answer through the paused graph.
 * @throws AppError `not_found`, `already_resolved`, or `conflict` while a turn is at work.
 */
export async function claimResolution(deps: TurnDeps, resolution: Resolution): Promise<RunningTurn> {
  const { tenantId, ticketId } = resolution;
  const turnId = newId();
  await withTenant(deps.db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "There is no such ticket.");
    if (ticket.status === "resolved" || ticket.status === "closed")
      throw new AppError("already_resolved", "This ticket is resolved already.");
    if (await findRunningTurn(tx, ticketId))
      throw new AppError("conflict", "The ticket is being answered right now. Try again in a moment.");
    await insertTurn(tx, {
      id: turnId,
      ticketId,
      kind: "resume",
      ownerEpoch: ticket.owner_epoch,
      holder: deps.holder,
      leaseMs,
    });
  });
  const turn = await loadTurn(deps, { tenantId, ticketId, turnId });
  if (!turn) throw new AppError("not_found", "There is no such ticket.");
  return turn;
}

/** Keeps the answer as an approved question and answer, and adds it to what the assistant knows. */
export async function saveSnippet(deps: TurnDeps, resolution: Resolution, question: string): Promise<void> {
  const snippet = { id: newId(), question, answer: resolution.answer };
  await withTenant(deps.db, resolution.tenantId, (tx) =>
    insertSnippet(tx, { ...snippet, ticketId: resolution.ticketId, createdBy: resolution.agent.id }),
  );
  await deps.addSnippet(resolution.tenantId, snippet);
}
