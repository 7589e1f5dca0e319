import type { GapAnswered } from "../../../protocol/admin-gaps.ts";
import { asError } from "../../core/errors.ts";
import { withLongLimits } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import {
  type CountedQuestion,
  listAskedQuestions,
  listTicketsToScan,
  type QuestionRow,
  replaceQuestions,
} from "../store/gap-questions.ts";
import { claimGapRun, finishGapRun } from "../store/gap-runs.ts";
import { closeGap, listGapsToCheck, listNewerChunks, refreshGaps, updateChecked } from "../store/gaps.ts";
import { arrangeQuestions } from "./arrange.ts";
import { causesOf, costOf } from "./cost.ts";
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
  const deps = withLongLimits(given);
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

/** Questions that one run asks again. What is left is asked by the next one. */
const maxChecks = 20;
/** What was stored by a transaction that was open while the question was asked is looked at again. */
const toleranceMs = 60_000;

/**
 * Asks the questions of open gaps again, once the documents have changed, and closes those that are answered now by something that is newer
 * than the gap. A lucky answer from what was there all along closes nothing.
 * @returns how many were closed, and whether others are still to be asked.
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

/** What answers the gap's question now and did not before; null when nothing does, undefined when it could not be asked. */
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

/** Tickets of one transaction. */
const batchSize = 100;

/**
 * Writes down which questions count, of all tickets that have changed since then: as they are now, in place of what was written before.
 * @returns how many tickets there were.
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
        const now = new Date();
        const asked = await listAskedQuestions(tx, ids);
        await replaceQuestions(
          tx,
          ids,
          asked.flatMap((row) => counted(row, now)),
        );
      }
      return ids;
    });
    count += tickets.length;
    if (tickets.length < batchSize) break;
    after = tickets.at(-1) ?? null;
  }
  return count;
}

function counted(row: QuestionRow, now: Date): CountedQuestion[] {
  const causes = causesOf(row);
  if (causes.length === 0 || row.question.trim() === "") return [];
  const { turn_id, ticket_id, question, asked_at, answer_id } = row;
  return [{ turn_id, ticket_id, question, asked_at, causes, cost: costOf(row, now), answer_id }];
}
