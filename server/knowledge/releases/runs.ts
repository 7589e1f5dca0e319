import type {
  NewReleaseRun,
  ReleaseResultQuery,
  ReleaseResults,
  ReleaseRunView,
  VoidedAnswers,
} from "../../../protocol/release-runs.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { countReleaseResults, listReleaseResults } from "../store/release-results.ts";
import { findRunOfRelease, moveReleaseRun, type ReleaseRunRow, replaceReleaseRun } from "../store/release-runs.ts";
import { listReleaseVersions } from "../store/release-versions.ts";
import { findRelease } from "../store/releases.ts";
import type { ReleaseCaller, ReleaseDeps } from "./deps.ts";
import { auditRelease, mustBeOpen, releaseNotFound, viewOf } from "./releases.ts";

/**
 * Queues a run that asks the most recent real questions and the test questions with the release. It replaces the previous run.
 * @throws AppError `not_found`, or `conflict` when the release is not open or not ready, or a run is in progress.
 */
export async function beginRun(
  deps: ReleaseDeps,
  caller: ReleaseCaller,
  { id, questions }: NewReleaseRun & { id: string },
): Promise<ReleaseRunView> {
  const { job, view } = await withTenant(deps.db, caller.tenantId, async (tx) => {
    const { revision } = await mustBeOpen(tx, id);
    if (!(await viewOf(tx, id)).is_ready)
      throw new AppError("conflict", "The release is empty or one of its documents has not been read. Fix that first.");
    const last = await findRunOfRelease(tx, id);
    if (last && isUnfinished(last)) throw new AppError("conflict", "This release is already being tested.");
    const [runId, jobId] = [newId(), newId()];
    await replaceReleaseRun(tx, { id: runId, releaseId: id, revision, wanted: questions, personName: caller.name });
    const place = await insertJob(tx, { id: jobId, kind: "release_run", targetId: runId, documentId: null });
    await auditRelease(tx, caller, { action: "release.try", id, detail: { questions } });
    return { job: { id: jobId, kind: "release_run" as const, place }, view: await runView(tx, id) };
  });
  await deps.queues.wake(caller.tenantId, job);
  await deps.notifyRelease(caller.tenantId, id);
  return view;
}

/** The run of a release with its progress; null when there is none. @throws AppError `not_found` when the release does not exist. */
export function readRun({ db }: Pick<ReleaseDeps, "db">, tenantId: string, id: string): Promise<ReleaseRunView | null> {
  return withTenant(db, tenantId, async (tx) => {
    if (!(await findRelease(tx, id))) throw releaseNotFound();
    return (await findRunOfRelease(tx, id)) ? runView(tx, id) : null;
  });
}

/** Stops a run and keeps its results. @throws AppError `not_found`, or `conflict` when the run has ended. */
export async function cancelRun(deps: ReleaseDeps, caller: ReleaseCaller, id: string): Promise<ReleaseRunView> {
  const view = await withTenant(deps.db, caller.tenantId, async (tx) => {
    const run = await mustFindRun(tx, id);
    if (!(await moveReleaseRun(tx, run.id, { state: "cancelled" })))
      throw new AppError("conflict", "The run has already ended.");
    await auditRelease(tx, caller, { action: "release.stop_trying", id });
    return runView(tx, id);
  });
  await deps.notifyRelease(caller.tenantId, id);
  return view;
}

/** Lists the results: worse ones first, and within a verdict in the order of the questions. @throws AppError `not_found`. */
export async function listResults(
  { db }: Pick<ReleaseDeps, "db">,
  tenantId: string,
  { id, ...query }: ReleaseResultQuery & { id: string },
): Promise<ReleaseResults> {
  const rows = await withTenant(db, tenantId, async (tx) => {
    const run = await mustFindRun(tx, id);
    return listReleaseResults(tx, run.id, { ...query, limit: query.limit + 1 });
  });
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return { items: items.map(toResult), next_cursor: rows.length > query.limit && last ? String(last.standing) : null };
}

/** Most cached answers in the list. */
const shownVoided = 200;

/** Lists the cached answers that publishing the release would purge or stop using. @throws AppError `not_found`. */
export async function listVoided(deps: ReleaseDeps, tenantId: string, id: string): Promise<VoidedAnswers> {
  const { settings, documents } = await withTenant(deps.db, tenantId, async (tx) => {
    const release = await findRelease(tx, id);
    if (!release) throw releaseNotFound();
    const drafts = await listReleaseVersions(tx, [id]);
    return { settings: release.settings, documents: new Set(drafts.map(({ document_id }) => document_id)) };
  });
  const isOther = await deps.writesOtherwise(tenantId, settings);
  const voided = (await deps.listCached(tenantId)).flatMap(({ question, answer, hits, created_at, documents: of }) => {
    const rests = of.some((document) => documents.has(document));
    if (!rests && !isOther) return [];
    return [{ question, answer, hits, created_at, because: rests ? ("document" as const) : ("settings" as const) }];
  });
  return { count: voided.length, items: voided.slice(0, shownVoided) };
}

/** Returns whether the current revision of a release was tested completely. */
export async function isTested(
  tx: TenantTransaction,
  { id, revision }: { id: string; revision: number },
): Promise<boolean> {
  const run = await findRunOfRelease(tx, id);
  return run?.state === "done" && run.revision === revision;
}

function isUnfinished({ state }: ReleaseRunRow): boolean {
  return state === "queued" || state === "running";
}

async function mustFindRun(tx: TenantTransaction, releaseId: string): Promise<ReleaseRunRow> {
  const run = await findRunOfRelease(tx, releaseId);
  if (!run) throw new AppError("not_found", "This release has not been tested yet.");
  return run;
}

async function runView(tx: TenantTransaction, releaseId: string): Promise<ReleaseRunView> {
  const run = await mustFindRun(tx, releaseId);
  const release = await findRelease(tx, releaseId);
  const { same, better, worse, unclear, ...counts } = await countReleaseResults(tx, run.id);
  const { person_name: begun_by, revision, created_at, started_at, finished_at, ...rest } = run;
  return {
    ...rest,
    ...counts,
    verdicts: { same, better, worse, unclear },
    is_outdated: release?.revision !== revision,
    begun_by,
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
  };
}

function toResult({
  locale: _locale,
  standing: _standing,
  expected,
  ...row
}: Awaited<ReturnType<typeof listReleaseResults>>[number]): ReleaseResults["items"][number] {
  return { ...row, kind: expected === null ? "real" : "regression" };
}
