import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findTicket, isEnded, lockTicket, type TicketRow } from "../store/tickets.ts";
import { findRunningTurn, insertTurn, type TurnKind, type TurnRef } from "../store/turns.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

/**
 * Claims a ticket for one decision: when several agents press a button at once, one of them wins. A request that read the ticket before the
 * winner's change fails when it gets the lock, even if the ticket looks the same again by then.
 * @param kind of the turn that carries the decision out; a ticket can have one running turn only.
 * @param work runs in the same transaction, on the locked ticket.
 * @throws AppError `not_found`, `already_resolved`, `already_handled`, or `conflict` while the assistant answers the visitor.
 */
export async function claimTicket<T>(
  { db, turns }: DeskDeps,
  { tenantId, ticketId }: Pick<DeskTarget, "tenantId" | "ticketId">,
  { kind, work }: { kind: Exclude<TurnKind, "visitor">; work: (tx: TenantTransaction, claim: Claim) => Promise<T> },
): Promise<T> {
  const seen = await withTenant(db, tenantId, (tx) => findTicket(tx, ticketId));
  if (!seen) throw new AppError("not_found", "Ticket not found.");
  return withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    if (isEnded(ticket)) throw new AppError("already_resolved", "This ticket is already resolved.");
    const running = await findRunningTurn(tx, ticketId);
    if (ticket.owner_epoch !== seen.owner_epoch || (running && running.kind !== "visitor"))
      throw new AppError("already_handled", "Someone else was faster: the ticket has changed. Reload it.");
    if (running)
      throw new AppError("conflict", "The assistant is answering this ticket right now. Try again in a moment.");
    const turnId = newId();
    const start = (ownerEpoch: number, hint: string | null = null) =>
      insertTurn(tx, { id: turnId, ticketId, kind, ownerEpoch, ...turns.lease, hint });
    return work(tx, { ticket, turn: { tenantId, ticketId, turnId }, start });
  });
}

/** A locked ticket, and the turn that will carry out the decision once started. */
export interface Claim {
  ticket: TicketRow;
  turn: TurnRef;
  start(ownerEpoch: number, hint?: string | null): Promise<void>;
}

/** @throws AppError `already_handled` when the assistant has the ticket. */
export function requirePerson(ticket: TicketRow): void {
  if (ticket.owner !== "human")
    throw new AppError("already_handled", "The assistant is handling this ticket. It is not waiting for your team.");
}
