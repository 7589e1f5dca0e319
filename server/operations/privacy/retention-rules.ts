import {
  type Retention,
  type RetentionCounts,
  type RetentionKind,
  type RetentionPatch,
  type RetentionPreview,
  type RetentionRules,
  type RetentionRun,
  retentionKinds,
  retentionLimits,
  retentionRulesSchema,
} from "../../../protocol/admin-data.ts";
import { AppError } from "../../core/errors.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { withLongLimits } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { countOld } from "../store/retention.ts";
import {
  findOpenRetentionRun,
  findRetention,
  findRetentionState,
  hastenRetention,
  insertRetentionRun,
  listRetentionRuns,
  type RetentionRunRow,
  updateRetention,
} from "../store/retention-runs.ts";
import type { RetentionDeps } from "./deps.ts";

const dayMs = 24 * 60 * 60_000;
const shownRuns = 20;

type Deps = Pick<RetentionDeps, "db">;

/** The tenant's retention rules and its last runs. @throws AppError `not_found`. */
export function readRetention({ db }: Deps, tenantId: string): Promise<Retention> {
  return withTenant(db, tenantId, async (tx) => ({
    rules: await rulesOf(tx),
    limits: retentionLimits,
    next_at: (await findRetentionState(tx))?.next_at.toISOString() ?? null,
    runs: (await listRetentionRuns(tx, shownRuns)).map(toRun),
  }));
}

/** Counts the rows that changed rules would remove now, without removing them. Each kind has its own transaction. */
export async function previewRetention(deps: Deps, tenantId: string, patch: RetentionPatch): Promise<RetentionPreview> {
  const { db } = withLongLimits(deps);
  const rules = withPatch(await withTenant(db, tenantId, rulesOf), patch);
  const counts = noCounts();
  for (const kind of retentionKinds) {
    const before = cutoffOf(rules, kind);
    if (before) counts[kind] = await withTenant(db, tenantId, (tx) => countOld(tx, kind, before));
  }
  return { rules, counts };
}

/** Changes the rules that the patch names. They are applied within a minute. */
export async function changeRetention(
  { db }: Deps,
  actor: AuditActor,
  { tenantId, patch }: { tenantId: string; patch: RetentionPatch },
): Promise<Retention> {
  await withTenant(db, tenantId, async (tx) => {
    const before = await rulesOf(tx);
    const after = withPatch(before, patch);
    const changed = retentionKinds.filter((kind) => before[kind] !== after[kind]);
    if (changed.length === 0) return;
    await updateRetention(tx, patch);
    await hastenRetention(tx);
    await insertAudit(tx, {
      actor,
      action: "retention.change",
      target: { kind: "tenant", id: tenantId },
      detail: {
        changes: Object.fromEntries(changed.map((kind) => [kind, { before: before[kind], after: after[kind] }])),
      },
    });
  });
  return readRetention({ db }, tenantId);
}

/** Requests an early run by any process. A run that is already in progress counts as this run. */
export function askForRetention({ db }: Deps, actor: AuditActor, tenantId: string): Promise<RetentionRun> {
  return withTenant(db, tenantId, async (tx) => {
    const rules = await rulesOf(tx);
    const open = await findOpenRetentionRun(tx);
    if (open) return toRun(open);
    const run = await insertRetentionRun(tx, { askedBy: actor, rules });
    await hastenRetention(tx);
    await insertAudit(tx, { actor, action: "retention.run", target: { kind: "tenant", id: tenantId } });
    return toRun(run);
  });
}

/** The effective rules: the tenant's own, with defaults. @throws AppError `not_found`. */
export async function rulesOf(tx: TenantTransaction): Promise<RetentionRules> {
  const own = await findRetention(tx);
  if (!own) throw new AppError("not_found", "Tenant not found.");
  const usual = Object.fromEntries(retentionKinds.map((kind) => [kind, retentionLimits[kind].usual]));
  return retentionRulesSchema.parse({ ...usual, ...own });
}

/** Rows from before this time are removed; undefined when the kind is kept for ever. */
export function cutoffOf(rules: RetentionRules, kind: RetentionKind): Date | undefined {
  const days = rules[kind];
  return days === null ? undefined : new Date(Date.now() - days * dayMs);
}

export function toRun(row: RetentionRunRow): RetentionRun {
  const { id, started_at, finished_at, asked_by, counts } = row;
  return {
    id,
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    asked_by,
    counts: { ...noCounts(), ...counts },
  };
}

function noCounts(): RetentionCounts {
  return Object.fromEntries(retentionKinds.map((kind) => [kind, 0])) as RetentionCounts; // one for each kind
}

/** Rules that the patch does not name stay. */
function withPatch(rules: RetentionRules, patch: RetentionPatch): RetentionRules {
  return retentionRulesSchema.parse({ ...rules, ...patch });
}
