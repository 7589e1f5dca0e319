import type { Deleted } from "../../../protocol/admin-visitors.ts";
import { insertCachePurge } from "../../assistant/store/cache-purges.ts";
import { deleteMemoriesFrom } from "../../assistant/store/memories.ts";
import { AppError } from "../../core/errors.ts";
import { announce } from "../../core/live/announce.ts";
import { goneNotice, stopTopic, ticketChannel, visitorTopic } from "../../core/live/hub.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { countContents, deleteTickets, listRunningTurns, lockTicketsOf } from "../../operations/store/deletions.ts";
import { lockTicket } from "../store/tickets.ts";
import { deleteVisitor, lockVisitor } from "../store/visitors.ts";
import type { DeskDeps } from "./deps.ts";

type DeleteDeps = Pick<DeskDeps, "db" | "hub" | "purgeCache">;

interface Target {
  tenantId: string;
  id: string;
  actor: AuditActor;
}

/** The visitor and the tickets to delete. */
interface Found {
  visitorId: string;
  ticketIds: string[];
}

/**
 * Deletes a ticket and everything that contains its text. Empties the answer cache, because it stores questions word for word.
 * @throws AppError `not_found`, or `conflict` while the assistant answers the ticket; the call also stops that answer.
 */
export function deleteTicket(deps: DeleteDeps, target: Target): Promise<Deleted> {
  return remove(deps, target, {
    kind: "ticket",
    async find(tx) {
      const ticket = await lockTicket(tx, target.id);
      return ticket && { visitorId: ticket.visitor_id, ticketIds: [ticket.id] };
    },
  });
}

/** Deletes a visitor with their tickets, form answers and memories. @throws AppError as {@link deleteTicket}. */
export function deleteVisitorWithTickets(deps: DeleteDeps, target: Target): Promise<Deleted> {
  return remove(deps, target, {
    kind: "visitor",
    async find(tx) {
      const isThere = await lockVisitor(tx, target.id);
      return isThere ? { visitorId: target.id, ticketIds: await lockTicketsOf(tx, target.id) } : undefined;
    },
    rest: (tx) => deleteVisitor(tx, target.id),
  });
}

interface Removal {
  kind: "ticket" | "visitor";
  find(tx: TenantTransaction): Promise<Found | undefined>;
  /** Deletes the rest after the tickets. */
  rest?(tx: TenantTransaction): Promise<void>;
}

async function remove(deps: DeleteDeps, { tenantId, id, actor }: Target, removal: Removal): Promise<Deleted> {
  const { kind, find, rest } = removal;
  const done = await withTenant(deps.db, tenantId, async (tx) => {
    const found = await find(tx);
    if (!found) throw new AppError("not_found", `${kind === "ticket" ? "Ticket" : "Visitor"} not found.`);
    const running = await listRunningTurns(tx, found.ticketIds);
    // The hub and the cache would keep further output of a running turn.
    if (running.length > 0) return { type: "busy" as const, running };
    const deleted = await countContents(tx, found.ticketIds);
    await deleteMemoriesFrom(tx, found.ticketIds);
    await deleteTickets(tx, found.ticketIds);
    await rest?.(tx);
    if (deleted.messages > 0) await insertCachePurge(tx, { what: "all" });
    await insertAudit(tx, { actor, action: `${kind}.delete`, target: { kind, id }, detail: { ...deleted } });
    return { type: "done" as const, found, deleted };
  });
  if (done.type === "busy") {
    for (const turnId of done.running) await deps.hub.notify(stopTopic(tenantId), turnId);
    throw new AppError("conflict", "The assistant is answering this ticket right now. Try again in a moment.");
  }
  await forget(deps, tenantId, done.found);
  return done.deleted;
}

/** Removes the data outside the database, and notifies clients that show the tickets. */
async function forget(deps: DeleteDeps, tenantId: string, { visitorId, ticketIds }: Found): Promise<void> {
  for (const ticketId of ticketIds) {
    await deps.hub.forget(ticketChannel(tenantId, ticketId));
    await deps.hub.notify(visitorTopic(tenantId, visitorId), goneNotice(ticketId));
    await announce(deps.hub, { tenantId, ticketId }, []);
  }
  await deps.purgeCache(tenantId);
}
