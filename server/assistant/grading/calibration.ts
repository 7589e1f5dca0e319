import type {
  Calibration,
  CalibrationChange,
  CalibrationReport,
  CalibrationState,
} from "../../../protocol/admin-calibration.ts";
import type { TenantRow } from "../../accounts/store/tenants.ts";
import type { Actor, TenantDeps } from "../../accounts/tenants/deps.ts";
import { loadTenant } from "../../accounts/tenants/load-tenant.ts";
import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { listDraftDecisions, listGradedAnswers } from "../store/graded-answers.ts";
import {
  type CalibrationStep,
  lockTenant,
  type StoredCalibration,
  updateCalibration,
} from "../store/tenant-calibration.ts";
import { labelAnswers, reportOn } from "./calibration-report.ts";
import { thresholdFor } from "./scale.ts";

/** Half a year: earlier documents and visitors say little about today's. */
const lookedAtDays = 180;
const lookedAtAnswers = 5_000;
/** Default for the highest share of wrong answers among those shown. */
const usuallyMostWrong = 0.08;
/** Steps that can be undone one by one; beyond that, the oldest ones except the first are dropped. */
const mostSteps = 10;

type CalibrationDeps = Pick<TenantDeps, "db" | "graderFor">;

interface Wish {
  tenantId: string;
  /** Share of wrong answers among those shown, 0..1. */
  mostWrong?: number | undefined;
}

/** The current calibration, and whether it applies. */
export function readCalibration(deps: CalibrationDeps, tenantId: string): Promise<CalibrationState> {
  return withTenant(deps.db, tenantId, async (tx) => stateOf(deps, await loadTenant(tx)));
}

/** Evaluates people's reactions to the tenant's answers and proposes a calibration; changes nothing. */
export function proposeCalibration(deps: CalibrationDeps, wish: Wish): Promise<CalibrationReport> {
  return withTenant(deps.db, wish.tenantId, async (tx) => measure(tx, deps, { wish, tenant: await loadTenant(tx) }));
}

/**
 * Sets the fitted scale and threshold. Nothing changes when they are already set, so that one undo returns to the previous state.
 * @throws AppError `conflict` with the reason when nothing can be set.
 */
export function applyCalibration(
  deps: CalibrationDeps,
  actor: Actor,
  wish: Wish,
): Promise<CalibrationChange & { report: CalibrationReport }> {
  return withTenant(deps.db, wish.tenantId, async (tx) => {
    await lockTenant(tx);
    const tenant = await loadTenant(tx);
    const report = await measure(tx, deps, { wish, tenant });
    const calibration = chosenBy(report, thresholdFor(undefined, tenantStrictness(tenant)));
    if (isSame(calibration, tenant))
      return { ...stateOf(deps, tenant), changed: false, former_threshold: tenant.threshold, report };
    const before = trimmed([...(tenant.calibration?.before ?? []), stepOf(tenant)]);
    const to = { calibration: { ...calibration, before }, threshold: calibration.threshold };
    return { ...(await change(tx, deps, { actor, tenant, to, action: "apply" })), report };
  });
}

/** Restores the calibration and threshold before the last step. @throws AppError `conflict` when none is set. */
export function undoCalibration(deps: CalibrationDeps, actor: Actor, tenantId: string): Promise<CalibrationChange> {
  return withTenant(deps.db, tenantId, async (tx) => {
    await lockTenant(tx);
    const tenant = await loadTenant(tx);
    const former = tenant.calibration?.before.at(-1);
    if (!tenant.calibration || !former) throw new AppError("conflict", "There is no calibration to undo.");
    const before = tenant.calibration.before.slice(0, -1);
    const calibration = former.calibration && { ...former.calibration, before };
    return change(tx, deps, { actor, tenant, to: { calibration, threshold: former.threshold }, action: "undo" });
  });
}

async function measure(
  tx: TenantTransaction,
  deps: CalibrationDeps,
  { wish, tenant }: { wish: Wish; tenant: TenantRow },
): Promise<CalibrationReport> {
  const bounds = { days: lookedAtDays, limit: lookedAtAnswers };
  const [rows, decisions] = await Promise.all([listGradedAnswers(tx, bounds), listDraftDecisions(tx, bounds)]);
  return reportOn({
    tenantId: wish.tenantId,
    grader: deps.graderFor(tenant),
    days: lookedAtDays,
    answers: labelAnswers(rows, decisions),
    strictness: tenantStrictness(tenant),
    mostWrong: wish.mostWrong ?? usuallyMostWrong,
  });
}

async function change(
  tx: TenantTransaction,
  deps: CalibrationDeps,
  {
    actor,
    tenant,
    to,
    action,
  }: { actor: Actor; tenant: TenantRow; to: Parameters<typeof updateCalibration>[1]; action: "apply" | "undo" },
): Promise<CalibrationChange> {
  await updateCalibration(tx, to);
  await insertAudit(tx, {
    actor,
    action: `calibration.${action}`,
    target: { kind: "tenant", id: tenant.tenantId },
    detail: {
      from: { threshold: tenant.threshold, ...scaleOf(tenant.calibration) },
      to: { threshold: to.threshold, ...scaleOf(to.calibration) },
    },
  });
  return { ...stateOf(deps, { ...tenant, ...to }), changed: true, former_threshold: tenant.threshold };
}

/** @throws AppError `conflict` when the report proposes nothing. */
function chosenBy(
  { proposed, refusal, grader, labels, most_wrong }: CalibrationReport,
  plainThreshold: number,
): Calibration {
  if (proposed === null || proposed.threshold === null)
    throw new AppError("conflict", refusal ?? "No calibration is possible yet.");
  return {
    grader,
    slope: proposed.slope,
    shift: proposed.shift,
    threshold: proposed.threshold,
    plain_threshold: plainThreshold,
    most_wrong,
    labels: { right: labels.right, wrong: labels.wrong },
    applied_at: new Date().toISOString(),
  };
}

function isSame(
  { grader, slope, shift, threshold }: Calibration,
  { calibration: set, threshold: own }: TenantRow,
): boolean {
  if (set === null || own !== threshold) return false;
  return set.grader === grader && set.slope === slope && set.shift === shift && set.threshold === threshold;
}

function stepOf({ threshold, calibration }: TenantRow): CalibrationStep {
  return { threshold, calibration: withoutHistory(calibration) };
}

/** The first step, with the original state, is kept. */
function trimmed(steps: CalibrationStep[]): CalibrationStep[] {
  return steps.length <= mostSteps ? steps : [...steps.slice(0, 1), ...steps.slice(2)];
}

function stateOf(deps: CalibrationDeps, tenant: TenantRow): CalibrationState {
  const grader = deps.graderFor(tenant);
  const calibration = withoutHistory(tenant.calibration);
  const threshold = thresholdFor(grader, tenantStrictness(tenant));
  return { grader, calibration, is_at_work: calibration?.grader === grader, threshold };
}

function tenantStrictness({ threshold, calibration }: TenantRow) {
  return { threshold, calibration: calibration ?? undefined };
}

function withoutHistory(stored: StoredCalibration | null): Calibration | null {
  if (stored === null) return null;
  const { before: _before, ...calibration } = stored;
  return calibration;
}

function scaleOf(calibration: Calibration | null): Record<string, unknown> {
  if (calibration === null) return {};
  const { grader, slope, shift, labels } = calibration;
  return { grader, slope, shift, labels };
}
