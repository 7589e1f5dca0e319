import { deleteLeftAttachments, listTenantsWithLeftAttachments } from "../store/attachments.ts";
import type { Database } from "../store/database.ts";
import { withSystem, withTenant } from "../store/transaction.ts";

/** How long an upload may wait for its message: a visitor who comes back the next morning still has it. */
const leftMs = 24 * 3_600_000;

/** Removes files that no message has named within a day. Safe to run twice and at the same time. @returns how many. */
export async function sweepAttachments(db: Database, now: Date = new Date()): Promise<number> {
  const before = new Date(now.getTime() - leftMs);
  const tenants = await withSystem(db, "files that no message names", (tx) =>
    listTenantsWithLeftAttachments(tx, before),
  );
  let removed = 0;
  for (const tenantId of tenants) removed += await withTenant(db, tenantId, (tx) => deleteLeftAttachments(tx, before));
  return removed;
}
