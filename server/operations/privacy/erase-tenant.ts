import type { Receipt } from "../../../protocol/admin-erasures.ts";
import { receiptSchema } from "../../../protocol/admin-erasures.ts";
import { deleteTenant } from "../../accounts/store/tenants.ts";
import { stopTopic } from "../../core/live/hub.ts";
import { withLongLimits } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { listAllRunningTurns } from "../../tickets/store/turns.ts";
import { add } from "../store/erase-rows.ts";
import type { Counts } from "../store/erasures.ts";
import { findTenantReceipt, insertTenantReceipt } from "../store/receipt-keys.ts";
import {
  claimTenantRemoval,
  countRows,
  deletePeopleOfTenant,
  deleteSomeRows,
  leaseTenantRemoval,
  listTablesToEmpty,
  startTenantRemoval,
  type TenantRemovalRow,
} from "../store/tenant-removals.ts";
import type { ErasureDeps } from "./deps.ts";
import { makeReceipt } from "./receipts.ts";

const leaseSeconds = 120;
const stepRows = 1_000;

/**
 * Erases a tenant when its deletion is due: every table in the catalogue, a thousand rows per transaction, children first; its members
 * without another tenant; and data outside the database. The receipt is stored before the tenant's own row is deleted as the last step. An
 * interrupted erasure finds that row, continues, and counts nothing twice.
 * @returns undefined when it is not due, another process is erasing, or the deletion was cancelled before the first row was deleted.
 */
export async function eraseTenant(
  given: ErasureDeps,
  tenantId: string,
  isStopped: () => boolean = () => false,
): Promise<Receipt | undefined> {
  const deps = withLongLimits(given);
  const { db } = deps;
  const removal = await withTenant(db, tenantId, (tx) => claimTenantRemoval(tx, leaseSeconds));
  if (!removal) return undefined;
  for (const turnId of await withTenant(db, tenantId, listAllRunningTurns))
    await deps.hub.notify(stopTopic(tenantId), turnId);
  const begun = await countAll(deps, tenantId, removal);
  if (!begun) return undefined;
  const { counts, startedAt } = begun;
  if (!(await emptyTables(deps, tenantId, isStopped))) return undefined;
  const outside = await forgetElsewhere(deps, tenantId);
  add(counts, outside);
  add(counts, await withSystem(db, "erase-members", (tx) => deletePeopleOfTenant(tx, tenantId)));
  const receipt = await storeReceipt(deps, { tenantId, removal, counts, startedAt });
  await withTenant(db, tenantId, deleteTenant);
  deps.log.info({ tenant: tenantId, receipt: receipt.id }, "Tenant erased");
  return receipt;
}

/** Counts rows once, before the first one is deleted. Undefined when the deletion was cancelled meanwhile. */
async function countAll(
  { db }: ErasureDeps,
  tenantId: string,
  removal: TenantRemovalRow,
): Promise<{ counts: Counts; startedAt: Date } | undefined> {
  if (removal.started_at) return { counts: removal.counts, startedAt: removal.started_at };
  const counts: Counts = { tenants: 1 };
  const tables = await withTenant(db, tenantId, listTablesToEmpty);
  for (const { name } of tables)
    add(counts, { [name.replace(/^public\./, "")]: await withTenant(db, tenantId, (tx) => countRows(tx, name)) });
  const isBegun = await withTenant(db, tenantId, (tx) => startTenantRemoval(tx, { id: removal.id, counts }));
  return isBegun ? { counts, startedAt: new Date() } : undefined;
}

/** Rows that the application may not delete (records) are deleted by cascade from their parents. False when stopped. */
async function emptyTables({ db }: ErasureDeps, tenantId: string, isStopped: () => boolean): Promise<boolean> {
  for (const { name, mayDelete } of await withTenant(db, tenantId, listTablesToEmpty)) {
    if (!mayDelete) continue;
    for (let gone = stepRows; gone > 0; ) {
      if (isStopped()) {
        await withTenant(db, tenantId, (tx) => leaseTenantRemoval(tx, 0));
        return false;
      }
      gone = await withTenant(db, tenantId, async (tx) => {
        await leaseTenantRemoval(tx, leaseSeconds);
        return deleteSomeRows(tx, name, stepRows);
      });
    }
  }
  return true;
}

async function forgetElsewhere(deps: ErasureDeps, tenantId: string): Promise<Counts> {
  const answers = await deps.emptyCache(tenantId);
  const keys = await deps.forgetKeys([tenantId]);
  return { "cache.answers": answers, "redis.keys": keys };
}

async function storeReceipt(
  deps: ErasureDeps,
  {
    tenantId,
    removal,
    counts,
    startedAt,
  }: { tenantId: string; removal: TenantRemovalRow; counts: Counts; startedAt: Date },
): Promise<Receipt> {
  const made = await makeReceipt(deps, {
    tenantId,
    id: removal.id,
    kind: "tenant",
    subjectIds: [tenantId],
    asked_by: removal.asked_by,
    started_at: startedAt.toISOString(),
    finished_at: new Date().toISOString(),
    counts,
  });
  // A receipt stored before an interruption is the valid one.
  const stored = await withSystem(deps.db, "sign-receipts", async (tx) => {
    await insertTenantReceipt(tx, made.id, made);
    return findTenantReceipt(tx, made.id);
  });
  return receiptSchema.parse(stored);
}
