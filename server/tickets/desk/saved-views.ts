import {
  type ChangeViewRequest,
  maxSavedViews,
  type SavedFilter,
  type SavedView,
  savedFilterSchema,
} from "../../../protocol/triage.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { changedFields } from "../../database/changed-fields.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  deleteSavedView,
  findSavedView,
  insertSavedView,
  listSavedViews,
  type SavedViewRow,
  updateSavedView,
} from "../store/saved-views.ts";
import type { DeskDeps } from "./deps.ts";

type ViewDeps = Pick<DeskDeps, "db">;

/** The owner of views. `keepsTeam`: may change the team's views. */
export interface ViewOwner {
  tenantId: string;
  personId: string;
  actor: AuditActor;
  keepsTeam: boolean;
}

/** The team's views and the person's own. */
export function readSavedViews(
  { db }: ViewDeps,
  { tenantId, personId }: Pick<ViewOwner, "tenantId" | "personId">,
): Promise<SavedView[]> {
  return withTenant(db, tenantId, async (tx) => (await listSavedViews(tx, personId)).map(toView));
}

/** @throws AppError `forbidden` when the caller may not change the team's views, `conflict` when there are too many. */
export function createSavedView(
  { db }: ViewDeps,
  { tenantId, personId, actor, keepsTeam }: ViewOwner,
  { name, filter, team = false }: { name: string; filter: SavedFilter; team?: boolean | undefined },
): Promise<SavedView> {
  if (team && !keepsTeam) throw new AppError("forbidden", "You need the manager role to change team views.");
  return withTenant(db, tenantId, async (tx) => {
    if ((await listSavedViews(tx, personId)).length >= maxSavedViews)
      throw new AppError("conflict", `The limit of ${maxSavedViews} saved views is reached. Delete one first.`);
    const id = newId();
    await insertSavedView(tx, { id, ownerId: team ? null : personId, name, filter });
    await insertAudit(tx, { actor, action: "view.create", target: { kind: "view", id }, detail: { team } });
    return { id, name, team, filter };
  });
}

/** @throws AppError `not_found`, also for a colleague's own view; `forbidden` when the caller may not change the team's views. */
export function changeSavedView(
  { db }: ViewDeps,
  owner: ViewOwner,
  { id, ...change }: ChangeViewRequest & { id: string },
): Promise<SavedView> {
  return withTenant(db, owner.tenantId, async (tx) => {
    const known = await findKept(tx, owner, id);
    const view = { ...known, name: change.name ?? known.name, filter: change.filter ?? known.filter };
    await updateSavedView(tx, view);
    await insertAudit(tx, {
      actor: owner.actor,
      action: "view.change",
      target: { kind: "view", id },
      detail: { changes: changedFields(toView(known), toView(view), ["name", "filter"]) },
    });
    return toView(view);
  });
}

/** @throws AppError `not_found`, also for a colleague's own view; `forbidden` when the caller may not change the team's views. */
export function removeSavedView({ db }: ViewDeps, owner: ViewOwner, id: string): Promise<void> {
  return withTenant(db, owner.tenantId, async (tx) => {
    const { name } = await findKept(tx, owner, id);
    await deleteSavedView(tx, id);
    await insertAudit(tx, {
      actor: owner.actor,
      action: "view.delete",
      target: { kind: "view", id },
      detail: { name },
    });
  });
}

/** A view that the caller may change. */
async function findKept(
  tx: TenantTransaction,
  { personId, keepsTeam }: Pick<ViewOwner, "personId" | "keepsTeam">,
  id: string,
): Promise<SavedViewRow> {
  const view = await findSavedView(tx, id);
  if (!view || (view.owner_id !== null && view.owner_id !== personId))
    throw new AppError("not_found", "Saved view not found.");
  if (view.owner_id === null && !keepsTeam)
    throw new AppError("forbidden", "You need the manager role to change team views.");
  return view;
}

/** A filter that this version does not understand, written by another version, restricts nothing. */
function toView({ id, name, owner_id, filter }: SavedViewRow): SavedView {
  return { id, name, team: owner_id === null, filter: savedFilterSchema.catch({}).parse(filter) };
}
