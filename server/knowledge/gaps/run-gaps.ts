import type { GapAnswered } from "../../../protocol/admin-gaps.ts";
import { asError } from "../../core/errors.ts";
import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { withLongLimits } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { listAskedQuestions, listTicketsToScan, replaceQuestions } from "../store/gap-questions.ts";
import { openReportedGaps } from "../store/gap-reports.ts";
import { claimGapRun, finishGapRun, listTenantsForGaps } from "../store/gap-runs.ts";
import { closeGap, listGapsToCheck, listNewerChunks, refreshGaps, updateChecked } from "../store/gaps.ts";
import { arrangeQuestions } from "./arrange.ts";
import { countedQuestions } from "./cost.ts";
import type { GapDeps } from "./deps.ts";
import { embedQuestions } from "./embed.ts";
import { tellReporters } from "./tell-reporters.ts";

/** Lease time of a run. When a process dies during a run, another process starts a new run after this time. */
const leaseSeconds = 15 * 60;
/** Time until the next run: after a run that changed something, and after a run that changed nothing. */
const busySeconds = 5 * 60;
const idleSeconds = 20 * 60;
/** Time until the next run while there are open gaps left to check. */
const unfinishedSeconds = 60;
/** How far back the first run reads, in ms. */
const firstLookMs = 90 * 24 * 60 * 60_000;
/** Overlap with the previous run, in ms. A transaction that was open when that run started may have stored older rows. */
const overlapMs = 2 * 60_000;

/**
 * Runs once over a tenant's questions: finds the questions that count, embeds them, arranges them in gaps and closes gaps that are answered
 * now. Each step consists of a few short transactions. It is safe to run twice and continues after an interruption.
 * @returns false when another process holds the run, or the run is not due.
 */
export async function runGaps(
  given: GapDeps,
  tenantId: string,
  isStopped: () => boolean = () => false,
): Promise<boolean> {
  const deps = withLongLimits(given);
  const run = await withTenant(deps.db, tenantId, (tx) => claimGapRun(tx, leaseSeconds));
  if (!run) return false;
  const startedAt = Date.now();
  const since = new Date(run.scanned_to ? run.scanned_to.getTime() - overlapMs : startedAt - firstLookMs);
  const tickets = await collectQuestions(deps, tenantId, { since, isStopped });
  // A report opens its gap at once. This finds those that an earlier run overtook.
  await withTenant(deps.db, tenantId, openReportedGaps);
  const hasVectors = await embedQuestions(deps, tenantId, isStopped);
  const { isClustered } = await arrangeQuestions(deps, tenantId, run.clustered_at);
  await withTenant(deps.db, tenantId, refreshGaps);
  const { closed, isMore } = await closeAnswered(deps, tenantId, isStopped);
  await tellReporters(deps, tenantId);
  // After an interruption, the next process can continue at once.
  const restSeconds = isMore ? unfinishedSeconds : tickets > 0 || closed > 0 ? busySeconds : idleSeconds;
  const nextInSeconds = isStopped() ? 0 : restSeconds;
  const scannedTo = isStopped() ? since : new Date(startedAt);
  await withTenant(deps.db, tenantId, (tx) =>
    finishGapRun(tx, { startedAt: new Date(startedAt), nextInSeconds, scannedTo, hasVectors, isClustered }),
  );
  return true;
}

/** Most gaps that one run checks. Later runs check the rest. */
const maxChecks = 20;
/** Tolerance in ms. Documents stored by a transaction that was open during a check are checked again. */
const toleranceMs = 60_000;

/**
 * Asks the questions of open gaps again after documents have changed, and closes the gaps that new passages answer. An answer from old
 * passages does not close a gap.
 * @returns the number of closed gaps, and whether there are gaps left to check.
 */
async function closeAnswered(
  deps: GapDeps,
  tenantId: string,
  isStopped: () => boolean,
): Promise<{ closed: number; isMore: boolean }> {
  const open = await withTenant(deps.db, tenantId, (tx) => listGapsToCheck(tx, maxChecks));
  let closed = 0;
  let asked = 0;
  for (const gap of open) {
    if (isStopped()) break;
    const startedAt = Date.now();
    const answered = await answerOf(deps, tenantId, gap);
    if (answered === undefined) continue;
    asked += 1;
    const isClosed = await withTenant(deps.db, tenantId, async (tx) => {
      await updateChecked(tx, gap.id, new Date(startedAt - toleranceMs));
      return answered !== null && closeGap(tx, gap.id, answered);
    });
    if (isClosed) closed += 1;
  }
  return { closed, isMore: asked === maxChecks };
}

/** Returns the new passage that answers the gap's question; null when there is none; undefined when asking failed. */
async function answerOf(
  { db, log, askAgain }: GapDeps,
  tenantId: string,
  gap: { id: string; question: string; opened_at: Date },
): Promise<GapAnswered | null | undefined> {
  const tried = await askAgain(tenantId, gap.question).catch((error: unknown) => {
    log.warn({ tenant: tenantId, gap: gap.id, err: asError(error).message }, "Could not ask a gap's question again");
    return undefined;
  });
  if (!tried) return undefined;
  if (!tried.isAnswered) return null;
  const ids = tried.citations.map(({ chunk_id }) => chunk_id);
  const newer = await withTenant(db, tenantId, (tx) => listNewerChunks(tx, ids, gap.opened_at));
  const source = tried.citations.find(({ chunk_id }) => newer.includes(chunk_id));
  if (!source?.document_id) return null;
  const { document_id, title, heading = null, quote } = source;
  return { document_id, title, heading, quote, score: tried.score };
}

/** Tickets per transaction. */
const batchSize = 100;

/**
 * Replaces the stored questions of all tickets that have changed since a time with the questions that count.
 * @returns the number of tickets.
 */
async function collectQuestions(
  { db }: Pick<GapDeps, "db">,
  tenantId: string,
  { since, isStopped }: { since: Date; isStopped: () => boolean },
): Promise<number> {
  let after: string | null = null;
  let count = 0;
  while (!isStopped()) {
    const place = after;
    const tickets: string[] = await withTenant(db, tenantId, async (tx) => {
      const ids = await listTicketsToScan(tx, { since, after: place, limit: batchSize });
      if (ids.length > 0) {
        const asked = await listAskedQuestions(tx, ids);
        await replaceQuestions(tx, ids, countedQuestions(asked, new Date()));
      }
      return ids;
    });
    count += tickets.length;
    if (tickets.length < batchSize) break;
    after = tickets.at(-1) ?? null;
  }
  return count;
}

/** Interval between two checks for due tenants, in ms. */
const pollMs = 15_000;
/** Tenants per check; later checks process the rest. */
const maxTenants = 50;

/** Runs the gap job of all tenants from time to time. @returns a function that stops it. */
export function watchGaps(deps: GapDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Looking for gaps failed" },
    () => withSystem(deps.db, "find-due-gap-runs", (tx) => listTenantsForGaps(tx, maxTenants)),
    (tenantId, isStopped) => runGaps(deps, tenantId, isStopped),
  );
}
