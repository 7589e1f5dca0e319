import type { AgentRef } from "../../protocol/messages.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { findTicket, lockTicket, type TicketRow } from "../store/tickets.ts";
import { type TenantTransaction, withTenant } from "../store/transaction.ts";
import { findRunningTurn, insertTurn, type TurnKind } from "../store/turns.ts";
import { leaseMs, type TurnDeps } from "./deps.ts";

/** Who does something to which ticket. */
export interface DeskTarget {
  tenantId: string;
  ticketId: string;
  agent: AgentRef;
}

/**
 * Claims a ticket for one decision: of several people who press at once, one goes on. Whoever asked before the winner's change
 * and comes to the row after it has lost, even when the ticket looks the same again by then.
 * @param kind of the turn that carries the decision out; it holds the ticket's only place for a turn.
 * @param work runs in the same transaction, on the locked ticket.
 * @throws AppError `not_found`, `already_resolved`, `already_handled`, or `conflict` while the visitor is being answered.
 */
export async function claimTicket<T>(
  deps: TurnDeps,
  { tenantId, ticketId }: Omit<DeskTarget, "agent">,
  { kind, work }: { kind: Exclude<TurnKind, "visitor">; work: (tx: TenantTransaction, claim: Claim) => Promise<T> },
): Promise<T> {
  const seen = await withTenant(deps.db, tenantId, (tx) => findTicket(tx, ticketId));
  if (!seen) throw new AppError("not_found", "There is no such ticket.");
  return withTenant(deps.db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "There is no such ticket.");
    if (ticket.status === "resolved" || ticket.status === "closed")
      throw new AppError("already_resolved", "This ticket is resolved already.");
    const running = await findRunningTurn(tx, ticketId);
    if (ticket.owner_epoch !== seen.owner_epoch || (running && running.kind !== "visitor"))
      throw new AppError("already_handled", "Somebody else was faster: the ticket has moved on.");
    if (running) throw new AppError("conflict", "The ticket is being answered right now. Try again in a moment.");
    const turnId = newId();
    const start = (ownerEpoch: number, hint: string | null = null) =>
      insertTurn(tx, { id: turnId, ticketId, kind, ownerEpoch, holder: deps.holder, leaseMs, hint });
    return work(tx, { ticket, turnId, start });
  });
}

/** A locked ticket, and the turn that will carry the decision out once it is started. */
export interface Claim {
  ticket: TicketRow;
  turnId: string;
  start(ownerEpoch: number, hint?: string | null): Promise<void>;
}

/** @throws AppError `already_handled` when the assistant has the ticket. */
export function requirePerson(ticket: TicketRow): void {
  if (ticket.owner !== "human")
    throw new AppError("already_handled", "The ticket is with the assistant: it does not wait for a person.");
}
