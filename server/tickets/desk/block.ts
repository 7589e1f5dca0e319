import { AppError } from "../../core/errors.ts";
import { announce } from "../../core/live/announce.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { listTicketsOf, updateVisitorBlocked } from "../store/visitors.ts";
import type { DeskDeps } from "./deps.ts";

/**
 * Blocks or unblocks a visitor. The server rejects messages and new tickets of a blocked visitor; they can still read their conversations.
 * Repeating the call changes nothing.
 * @throws AppError `not_found`.
 */
export async function blockVisitor(
  { db, hub }: Pick<DeskDeps, "db" | "hub">,
  { tenantId, visitorId, actor }: { tenantId: string; visitorId: string; actor: AuditActor },
  isBlocked: boolean,
): Promise<void> {
  const ticketIds = await withTenant(db, tenantId, async (tx) => {
    const changed = await updateVisitorBlocked(tx, visitorId, isBlocked);
    if (changed === undefined) throw new AppError("not_found", "Visitor not found.");
    if (!changed) return [];
    const action = isBlocked ? "visitor.block" : "visitor.unblock";
    await insertAudit(tx, { actor, action, target: { kind: "visitor", id: visitorId } });
    return listTicketsOf(tx, visitorId);
  });
  // Consoles that show one of the tickets reload it.
  for (const ticketId of ticketIds) await announce(hub, { tenantId, ticketId }, []);
}
