import type { PublishRelease, ReleaseView } from "../../../protocol/releases.ts";
import { insertCachePurge } from "../../assistant/store/cache-purges.ts";
import { AppError } from "../../core/errors.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import { withLongLimits } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { publishDraft, undoPublication } from "../drafts/publish-draft.ts";
import { listReleaseVersions } from "../store/release-versions.ts";
import * as store from "../store/releases.ts";
import type { ReleaseCaller, ReleaseDeps } from "./deps.ts";
import { applySettings, isSame, publishedOf } from "./release-settings.ts";
import { auditRelease, mustBeOpen, releaseNotFound, viewOf } from "./releases.ts";
import { isTested } from "./runs.ts";

/**
 * Publishes every document and setting of a release in one transaction.
 * @throws AppError `conflict` when the release has changed since the caller read it, is not ready or was not tested, or when a document or
 * setting that it changes has changed since the test.
 */
export async function publishRelease(
  deps: ReleaseDeps,
  caller: ReleaseCaller,
  { id, revision, mayUntried, maySettings }: Pick<PublishRelease, "revision"> & Rights & { mayUntried: boolean },
): Promise<ReleaseView> {
  const knowledge = { ...deps.knowledge, actor: caller.actor };
  const done = await withTenant(withLongLimits(deps).db, caller.tenantId, async (tx) => {
    const release = await mustBeOpen(tx, id);
    if (release.revision !== revision)
      throw new AppError("conflict", "The release has changed. Reload and review it first.");
    checkRights(release, maySettings);
    const isTried = await isTested(tx, release);
    if (!isTried && !mayUntried)
      throw new AppError(
        "conflict",
        "The release was not tested in its current state. Test it first, or ask an admin to publish it.",
      );
    const drafts = await listReleaseVersions(tx, [id]);
    if (drafts.length === 0 && Object.keys(release.settings).length === 0)
      throw new AppError("conflict", "This release is empty. Add a document or setting first.");
    const jobs: QueuedJob[] = [];
    const versions: store.ReleaseUndo["versions"] = [];
    for (const draft of drafts) {
      const { job, replaced } = await publishDraft(knowledge, tx, draft);
      if (job) jobs.push(job);
      versions.push(replaced);
    }
    const settings = await publishSettings(tx, release);
    await store.endRelease(tx, id, { state: "published", by: caller.name, undo: { settings, versions } });
    const detail = { documents: versions.length, settings: Object.keys(release.settings), tried: isTried };
    await auditRelease(tx, caller, { action: "release.publish", id, detail });
    return { jobs, view: await viewOf(tx, id) };
  });
  await finish(deps, caller, { id, jobs: done.jobs });
  return done.view;
}

/**
 * Restores the documents and settings that a release replaced, in one transaction.
 * @throws AppError `conflict` when the release is not published, or one of its documents or settings has changed since.
 */
export async function rollBackRelease(
  deps: ReleaseDeps,
  caller: ReleaseCaller,
  { id, maySettings }: Rights,
): Promise<ReleaseView> {
  const knowledge = { ...deps.knowledge, actor: caller.actor };
  const done = await withTenant(withLongLimits(deps).db, caller.tenantId, async (tx) => {
    const release = await store.lockRelease(tx, id);
    if (!release) throw releaseNotFound();
    if (release.state !== "published" || release.undo === null)
      throw new AppError("conflict", "Only a published release can be rolled back.");
    checkRights(release, maySettings);
    const jobs: QueuedJob[] = [];
    for (const replaced of release.undo.versions) {
      const job = await undoPublication(knowledge, tx, replaced);
      if (job) jobs.push(job);
    }
    await undoSettings(tx, release, release.undo);
    await store.endRelease(tx, id, { state: "rolled_back", by: caller.name });
    await auditRelease(tx, caller, { action: "release.roll_back", id });
    return { jobs, view: await viewOf(tx, id) };
  });
  await finish(deps, caller, { id, jobs: done.jobs });
  return done.view;
}

interface Rights {
  id: string;
  /** Only admins can change settings. */
  maySettings: boolean;
}

function checkRights({ settings }: store.ReleaseRow, maySettings: boolean): void {
  if (!maySettings && Object.keys(settings).length > 0)
    throw new AppError("forbidden", "This release changes settings. Ask an admin to publish it.");
}

/** Returns the previous settings. */
async function publishSettings(tx: TenantTransaction, { settings, base }: store.ReleaseRow) {
  if (Object.keys(settings).length === 0) return {};
  const before = await publishedOf(tx, settings);
  if (!isSame(before, base))
    throw new AppError("conflict", "The settings have changed since the test. Test the release again first.");
  await applySettings(tx, settings);
  await purgeGraded(tx, settings);
  return before;
}

async function undoSettings(
  tx: TenantTransaction,
  { settings }: store.ReleaseRow,
  { settings: before }: store.ReleaseUndo,
): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  if (!isSame(await publishedOf(tx, settings), settings))
    throw new AppError("conflict", "The settings have changed since this release, so it cannot be rolled back.");
  await applySettings(tx, before);
  await purgeGraded(tx, settings);
}

/** The cache distinguishes answers by model and guidance, but not by confidence threshold. */
async function purgeGraded(tx: TenantTransaction, { threshold }: store.ReleaseRow["settings"]): Promise<void> {
  if (threshold !== undefined) await insertCachePurge(tx, { what: "all" });
}

async function finish(
  { queues, knowledge, notifyRelease }: ReleaseDeps,
  { tenantId }: ReleaseCaller,
  { id, jobs }: { id: string; jobs: QueuedJob[] },
): Promise<void> {
  for (const job of jobs) await queues.wake(tenantId, job);
  await knowledge.purgeCache(tenantId);
  await notifyRelease(tenantId, id);
}
