import { maxLinks } from "../../../protocol/related.ts";
import { AppError } from "../../core/errors.ts";
import { announce } from "../../core/live/announce.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { countLinks, deleteLink, insertLink, lockBoth } from "../store/related.ts";
import { findTicket } from "../store/tickets.ts";
import { ticketAudit } from "./audit.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

type LinkDeps = Pick<DeskDeps, "db" | "hub">;

/** Links two tickets in both directions. Repeating the call changes nothing. @throws AppError `not_found`, `conflict`. */
export async function linkTickets(deps: LinkDeps, target: DeskTarget, otherId: string): Promise<void> {
  if (otherId === target.ticketId) throw new AppError("conflict", "A ticket cannot be linked to itself.");
  await change(deps, { ...target, otherId }, async (tx) => {
    if (!(await insertLink(tx, target.ticketId, otherId))) return false;
    for (const id of [target.ticketId, otherId])
      if ((await countLinks(tx, id)) > maxLinks)
        throw new AppError("conflict", `A ticket can be linked to at most ${maxLinks} others.`);
    await insertAudit(tx, ticketAudit(target, "link", { to: otherId }));
    return true;
  });
}

/** Removes a link in both directions. A missing link is no error. @throws AppError `not_found`. */
export async function unlinkTickets(deps: LinkDeps, target: DeskTarget, otherId: string): Promise<void> {
  await change(deps, { ...target, otherId }, async (tx) => {
    if (!(await deleteLink(tx, target.ticketId, otherId))) return false;
    await insertAudit(tx, ticketAudit(target, "unlink", { from: otherId }));
    return true;
  });
}

async function change(
  { db, hub }: LinkDeps,
  { tenantId, ticketId, otherId }: DeskTarget & { otherId: string },
  work: (tx: TenantTransaction) => Promise<boolean>,
): Promise<void> {
  const isChanged = await withTenant(db, tenantId, async (tx) => {
    await lockBoth(tx, ticketId, otherId);
    for (const id of [ticketId, otherId])
      if (!(await findTicket(tx, id))) throw new AppError("not_found", "Ticket not found.");
    return work(tx);
  });
  if (!isChanged) return;
  for (const id of [ticketId, otherId]) await announce(hub, { tenantId, ticketId: id }, []);
}
