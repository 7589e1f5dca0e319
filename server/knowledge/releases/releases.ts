import type {
  NewRelease,
  ReleaseChange,
  ReleaseDocument,
  ReleaseListQuery,
  ReleaseListResponse,
  ReleaseSettings,
  ReleaseView,
} from "../../../protocol/releases.ts";
import { maxOpenReleases } from "../../../protocol/releases.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { pageOf } from "../documents/page.ts";
import { removeDraft } from "../drafts/remove-draft.ts";
import { findReleaseVersion, listReleaseVersions, type ReleaseVersionRow } from "../store/release-versions.ts";
import * as store from "../store/releases.ts";
import type { ReleaseCaller, ReleaseDeps } from "./deps.ts";
import { isSame, publishedOf } from "./release-settings.ts";

/** Lists one page of releases, newest first. */
export function listReleases(
  { db }: Pick<ReleaseDeps, "db">,
  tenantId: string,
  { state, ...page }: ReleaseListQuery,
): Promise<ReleaseListResponse> {
  return pageOf(page, (window) =>
    withTenant(db, tenantId, async (tx) => toViews(tx, await store.listReleases(tx, { ...window, state }))),
  );
}

/** @throws AppError `not_found`. */
export function readRelease({ db }: Pick<ReleaseDeps, "db">, tenantId: string, id: string): Promise<ReleaseView> {
  return withTenant(db, tenantId, (tx) => viewOf(tx, id));
}

/**
 * Starts a release, with or without settings.
 * @throws AppError `conflict` when there are too many releases, `invalid_request` for a model that is not configured.
 */
export function beginRelease(deps: ReleaseDeps, caller: ReleaseCaller, given: NewRelease): Promise<ReleaseView> {
  deps.checkModels(given.settings?.models);
  return withTenant(deps.db, caller.tenantId, async (tx) => {
    if ((await store.countOpenReleases(tx)) >= maxOpenReleases)
      throw new AppError(
        "conflict",
        `The limit of ${maxOpenReleases} open releases is reached. Publish or discard one first.`,
      );
    const id = newId();
    await store.insertRelease(tx, { id, name: given.name, person: { id: caller.actor.id, name: caller.name } });
    if (given.settings) await putSettings(tx, id, given.settings);
    await auditRelease(tx, caller, { action: "release.begin", id });
    return viewOf(tx, id);
  });
}

/** Changes the name or the settings of a release. @throws AppError `not_found`, or `conflict` when the release is not open. */
export async function changeRelease(
  deps: ReleaseDeps,
  caller: ReleaseCaller,
  { id, change }: { id: string; change: ReleaseChange },
): Promise<ReleaseView> {
  deps.checkModels(change.settings?.models);
  const view = await withTenant(deps.db, caller.tenantId, async (tx) => {
    await mustBeOpen(tx, id);
    if (change.name !== undefined) await store.reviseRelease(tx, id, { name: change.name });
    if (change.settings) await putSettings(tx, id, change.settings);
    await auditRelease(tx, caller, { action: "release.change", id, detail: { fields: Object.keys(change) } });
    return viewOf(tx, id);
  });
  await deps.notifyRelease(caller.tenantId, id);
  return view;
}

/** Removes a document from a release and deletes its draft. @throws AppError `not_found`, or `conflict` when the release is not open. */
export async function removeReleaseDocument(
  deps: ReleaseDeps,
  caller: ReleaseCaller,
  { id, documentId }: { id: string; documentId: string },
): Promise<ReleaseView> {
  const view = await withTenant(deps.db, caller.tenantId, async (tx) => {
    await mustBeOpen(tx, id);
    const draft = await findReleaseVersion(tx, { releaseId: id, documentId });
    if (!draft) throw new AppError("not_found", "This document is not in the release.");
    await removeDraft(tx, draft);
    await store.reviseRelease(tx, id);
    await auditRelease(tx, caller, { action: "release.change", id, detail: { left_out: documentId } });
    return viewOf(tx, id);
  });
  await deps.notifyRelease(caller.tenantId, id);
  return view;
}

/**
 * Discards a release with its drafts. Nothing changes for visitors.
 * @throws AppError `not_found`, or `conflict` when the release is not open.
 */
export async function discardRelease(deps: ReleaseDeps, caller: ReleaseCaller, id: string): Promise<ReleaseView> {
  const view = await withTenant(deps.db, caller.tenantId, async (tx) => {
    await mustBeOpen(tx, id);
    for (const draft of await listReleaseVersions(tx, [id])) await removeDraft(tx, draft);
    await store.endRelease(tx, id, { state: "discarded", by: caller.name });
    await auditRelease(tx, caller, { action: "release.discard", id });
    return viewOf(tx, id);
  });
  await deps.notifyRelease(caller.tenantId, id);
  return view;
}

/** Locks an open release until the transaction ends. @throws AppError `not_found`, or `conflict` when the release is not open. */
export async function mustBeOpen(tx: TenantTransaction, id: string): Promise<store.ReleaseRow> {
  const release = await store.lockRelease(tx, id);
  if (!release) throw releaseNotFound();
  if (release.state !== "open") throw new AppError("conflict", "The release is no longer open.");
  return release;
}

/** @throws AppError `not_found`. */
export async function viewOf(tx: TenantTransaction, id: string): Promise<ReleaseView> {
  const row = await store.findRelease(tx, id);
  const [view] = row ? await toViews(tx, [row]) : [];
  if (!view) throw releaseNotFound();
  return view;
}

export function releaseNotFound(): AppError {
  return new AppError("not_found", "Release not found.");
}

/** Writes an action to the audit log. */
export function auditRelease(
  tx: TenantTransaction,
  { actor }: ReleaseCaller,
  { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
): Promise<void> {
  return insertAudit(tx, { actor, action, target: { kind: "release", id }, ...(detail ? { detail } : {}) });
}

async function putSettings(tx: TenantTransaction, id: string, settings: ReleaseSettings): Promise<void> {
  await store.reviseRelease(tx, id, { settings, base: await publishedOf(tx, settings) });
}

async function toViews(tx: TenantTransaction, rows: store.ReleaseRow[]): Promise<ReleaseView[]> {
  const drafts = await listReleaseVersions(
    tx,
    rows.map(({ id }) => id),
  );
  const views: ReleaseView[] = [];
  for (const row of rows) {
    const isOpen = row.state === "open";
    const documents = drafts
      .filter(({ release_id }) => release_id === row.id)
      .map((draft) => toDocument(draft, isOpen));
    const hasSettings = Object.keys(row.settings).length > 0;
    const isOther = isOpen && hasSettings && !isSame(row.base, await publishedOf(tx, row.settings));
    const { person_name: begun_by, ended_at, created_at, updated_at, undo: _undo, ...rest } = row;
    views.push({
      ...rest,
      documents,
      is_ready: (hasSettings || documents.length > 0) && documents.every(({ state }) => state === "ready"),
      is_outdated: isOther || documents.some(({ is_outdated }) => is_outdated),
      begun_by,
      ended_at: ended_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    });
  }
  return views;
}

function toDocument(row: ReleaseVersionRow, isOpen: boolean): ReleaseDocument {
  const { document_id, title, source, version, base_version, state, progress, error, chunk_count: chunks } = row;
  const is_outdated = isOpen && row.base_version_id !== row.current_version_id;
  return { document_id, title, source, version, base_version, state, progress, error, chunks, is_outdated };
}
