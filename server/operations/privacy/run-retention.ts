import { type RetentionKind, type RetentionRun, retentionKinds } from "../../../protocol/admin-data.ts";
import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withLongLimits } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { isRecord, type Removed, removeOld, removeOldRecords } from "../store/retention.ts";
import {
  addToRetentionRun,
  claimRetention,
  deleteOldRetentionRuns,
  findOpenRetentionRun,
  finishRetentionRun,
  insertRetentionRun,
  leaseRetention,
  listTenantsForRetention,
  type RetentionRunRow,
  updateRemovedBefore,
} from "../store/retention-runs.ts";
import type { RetentionDeps } from "./deps.ts";
import { cutoffOf, rulesOf, toRun } from "./retention-rules.ts";

/** Interval between two runs for a tenant, in seconds. */
const againSeconds = 6 * 60 * 60;
/** Another process takes over a run after this time when its process died. Each step renews the lease. */
const leaseSeconds = 120;
const runsKeptMs = 400 * 24 * 60 * 60_000;
/** A ticket's files, model calls and e-mails are deleted with it, so tickets come first. Analytics are counted from these kinds. */
const counted = new Set<RetentionKind>(["tickets", "events", "model_calls"]);

/**
 * Applies a tenant's rules, a few rows per transaction, oldest first. An interrupted run continues, with the removed counts stored in its
 * row. Two processes never work on one tenant; if they did, each would skip the other's locked rows.
 * @returns undefined when it is not due, another process has the lease, or `isStopped` returned true.
 */
export async function runRetention(
  given: RetentionDeps,
  tenantId: string,
  isStopped: () => boolean = () => false,
): Promise<RetentionRun | undefined> {
  const deps = withLongLimits(given);
  const { db } = deps;
  if (!(await withTenant(db, tenantId, (tx) => claimRetention(tx, leaseSeconds)))) return undefined;
  await deps.countDays(tenantId);
  await deps.ageMemories(tenantId);
  const { run, rules } = await withTenant(db, tenantId, async (tx) => {
    const rules = await rulesOf(tx);
    const run = (await findOpenRetentionRun(tx)) ?? (await insertRetentionRun(tx, { askedBy: null, rules }));
    return { run, rules };
  });
  for (const kind of retentionKinds) {
    const before = cutoffOf(rules, kind);
    if (before && !(await removeKind(deps, { tenantId, run, kind, before }, isStopped))) return undefined;
  }
  return finish(deps, tenantId, run.id);
}

interface Part {
  tenantId: string;
  run: RetentionRunRow;
  kind: RetentionKind;
  before: Date;
}

/** False when stopped before all rows of the kind were removed. */
async function removeKind(deps: RetentionDeps, part: Part, isStopped: () => boolean): Promise<boolean> {
  if (counted.has(part.kind)) await withTenant(deps.db, part.tenantId, (tx) => updateRemovedBefore(tx, part.before));
  for (;;) {
    if (isStopped()) {
      // Releases the lease, so that the next process does not have to wait for it.
      await withTenant(deps.db, part.tenantId, (tx) => leaseRetention(tx, 0));
      return false;
    }
    if ((await removeSome(deps, part)).isAll) return true;
  }
}

/** Removal and count are in one transaction, except for records, which another database role removes. */
async function removeSome({ db }: RetentionDeps, { tenantId, run, kind, before }: Part): Promise<Removed> {
  if (!isRecord(kind))
    return withTenant(db, tenantId, async (tx) => {
      const removed = await removeOld(tx, kind, before);
      await addToRetentionRun(tx, run.id, { kind, count: removed.count });
      await leaseRetention(tx, leaseSeconds);
      return removed;
    });
  const removed = await withSystem(db, "delete-expired-records", (tx) =>
    removeOldRecords(tx, kind, { tenantId, before }),
  );
  await withTenant(db, tenantId, async (tx) => {
    await addToRetentionRun(tx, run.id, { kind, count: removed.count });
    await leaseRetention(tx, leaseSeconds);
  });
  return removed;
}

async function finish({ db }: RetentionDeps, tenantId: string, runId: string): Promise<RetentionRun | undefined> {
  return withTenant(db, tenantId, async (tx) => {
    const run = await finishRetentionRun(tx, runId);
    await leaseRetention(tx, againSeconds);
    await deleteOldRetentionRuns(tx, new Date(Date.now() - runsKeptMs));
    if (!run) return undefined;
    if (Object.keys(run.counts).length > 0)
      await insertAudit(tx, {
        actor: run.asked_by ?? { kind: "system", id: "retention" },
        action: "retention.remove",
        target: { kind: "tenant", id: tenantId },
        detail: { ...run.counts },
      });
    return toRun(run);
  });
}

/** Interval of the search for tenants with due rules, in ms. */
const pollMs = 20_000;
/** Most tenants per search; the others follow in the next ones. */
const maxTenants = 50;

/** Applies the rules of all tenants at intervals. Returns a function that stops it. */
export function watchRetention(deps: RetentionDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Retention clean-up failed" },
    () => withSystem(deps.db, "find-due-retention", (tx) => listTenantsForRetention(tx, maxTenants)),
    (tenantId, isStopped) => runRetention(deps, tenantId, isStopped),
  );
}
