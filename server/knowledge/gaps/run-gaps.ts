import { unhurried } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { claimGapRun, finishGapRun } from "../store/gap-runs.ts";
import { refreshGaps } from "../store/gaps.ts";
import { arrangeQuestions } from "./arrange.ts";
import { closeAnswered } from "./close-answered.ts";
import { collectQuestions } from "./collect.ts";
import type { GapDeps } from "./deps.ts";
import { embedQuestions } from "./embed.ts";

/** Whose process dies in the middle of a run is looked at again after this time. */
const leaseSeconds = 15 * 60;
/** How soon the next run comes: where something is going on, and where nothing is. */
const busySeconds = 5 * 60;
const idleSeconds = 20 * 60;
/** While questions are still to be asked again. */
const unfinishedSeconds = 60;
/** How far the first run looks back. */
const firstLookMs = 90 * 24 * 60 * 60_000;
/** A transaction that was open when the last run began may have stored what is older than that. */
const overlapMs = 2 * 60_000;

/**
 * One look at a tenant's questions: which count, what they mean, which gaps they make, and which of those are answered by now. Each step is
 * a few short transactions, is done again without effect, and goes on where a process that died had stopped.
 * @returns false when the run is somebody else's, or not due.
 */
export async function runGaps(
  given: GapDeps,
  tenantId: string,
  isStopped: () => boolean = () => false,
): Promise<boolean> {
  const deps = unhurried(given);
  const run = await withTenant(deps.db, tenantId, (tx) => claimGapRun(tx, leaseSeconds));
  if (!run) return false;
  const startedAt = Date.now();
  const since = new Date(run.scanned_to ? run.scanned_to.getTime() - overlapMs : startedAt - firstLookMs);
  const tickets = await collectQuestions(deps, tenantId, { since, isStopped });
  const hasVectors = await embedQuestions(deps, tenantId, isStopped);
  const { isClustered } = await arrangeQuestions(deps, tenantId, run.clustered_at);
  await withTenant(deps.db, tenantId, refreshGaps);
  const { closed, isMore } = await closeAnswered(deps, tenantId, isStopped);
  // What was left undone is due at once, for whoever goes on.
  const restSeconds = isMore ? unfinishedSeconds : tickets > 0 || closed > 0 ? busySeconds : idleSeconds;
  const nextInSeconds = isStopped() ? 0 : restSeconds;
  const scannedTo = isStopped() ? since : new Date(startedAt);
  await withTenant(deps.db, tenantId, (tx) =>
    finishGapRun(tx, { startedAt: new Date(startedAt), nextInSeconds, scannedTo, hasVectors, isClustered }),
  );
  return true;
}
