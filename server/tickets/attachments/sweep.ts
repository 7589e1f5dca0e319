import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withSystem, withTenantInLoop } from "../../database/transaction.ts";
import { deleteLeftAttachments, listTenantsWithLeftAttachments } from "../store/attachments.ts";

/** How long an upload may wait for its message, in ms: a visitor who comes back the next morning still has it. */
const leftMs = 24 * 3_600_000;
/** Interval of the sweep, in ms. */
const everyMs = 15_000;

/** Removes files that no message has used within a day. Returns a function that stops the sweep. */
export function watchAttachments({ db, log }: { db: Database; log: Logger }): () => Promise<void> {
  return runForEachTenant(
    { everyMs, atOnceFirst: true, log, failed: "Removing unused attachments failed" },
    () => listWithLeft(db, new Date()),
    (tenantId) => removeLeft(db, tenantId, new Date()),
  );
}

/** Sweeps all tenants once. Safe to run twice and at the same time. @returns the number of removed files. */
export async function sweepAttachments(db: Database, now: Date): Promise<number> {
  let removed = 0;
  for (const tenantId of await listWithLeft(db, now)) removed += await removeLeft(db, tenantId, now);
  return removed;
}

function listWithLeft(db: Database, now: Date): Promise<string[]> {
  return withSystem(db, "find-unused-files", (tx) => listTenantsWithLeftAttachments(tx, leftBefore(now)));
}

function removeLeft(db: Database, tenantId: string, now: Date): Promise<number> {
  return withTenantInLoop(db, tenantId, (tx) => deleteLeftAttachments(tx, leftBefore(now)));
}

function leftBefore(now: Date): Date {
  return new Date(now.getTime() - leftMs);
}
