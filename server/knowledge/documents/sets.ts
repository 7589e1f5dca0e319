import type { ChangeSetRequest, CreateSetRequest, DocumentSet } from "../../../protocol/admin-sets.ts";
import { insertCachePurge } from "../../assistant/store/cache-purges.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { deleteSet, listSets, renameSet, type SetRow, upsertSet } from "../store/document-sets.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";

type SetDeps = Pick<KnowledgeDeps, "db" | "purgeCache" | "actor">;

/** The tenant's sets by name. */
export function listDocumentSets({ db }: Pick<KnowledgeDeps, "db">, tenantId: string): Promise<DocumentSet[]> {
  return withTenant(db, tenantId, (tx) => listSets(tx));
}

/** Creates an empty set. @throws AppError `conflict` when a set has this name. */
export function createDocumentSet(
  deps: Pick<SetDeps, "db" | "actor">,
  tenantId: string,
  { name, color }: CreateSetRequest,
): Promise<DocumentSet> {
  return withTenant(deps.db, tenantId, async (tx) => {
    await refuseTaken(tx, name);
    await upsertSet(tx, { id: newId(), name, color });
    await auditAction(tx, deps, { action: "set.create", id: name });
    return mustFind(tx, name);
  });
}

/**
 * Changes the boost, the name or the colour of a set. A new boost changes the ranking, so cached answers are purged.
 * @throws AppError `not_found`, or `conflict` when another set has this name.
 */
export async function changeDocumentSet(
  deps: SetDeps,
  tenantId: string,
  { name, change }: { name: string; change: ChangeSetRequest },
): Promise<DocumentSet> {
  const { name: newName = name, ...rest } = change;
  const set = await withTenant(deps.db, tenantId, async (tx) => {
    await mustFind(tx, name);
    if (newName !== name) {
      await refuseTaken(tx, newName);
      await renameSet(tx, name, newName);
    }
    if (Object.keys(rest).length > 0) await upsertSet(tx, { id: newId(), name: newName, ...rest });
    if (rest.boost !== undefined) await insertCachePurge(tx, { what: "all" });
    await auditAction(tx, deps, {
      action: "set.update",
      id: newName,
      detail: { ...change, ...(newName === name ? {} : { from: name }) },
    });
    return mustFind(tx, newName);
  });
  if (rest.boost !== undefined) await deps.purgeCache(tenantId);
  return set;
}

/** Deletes a set. Its documents stay, without a set. @throws AppError `not_found`. */
export async function deleteDocumentSet(deps: SetDeps, tenantId: string, name: string): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    const { boost } = await mustFind(tx, name);
    await deleteSet(tx, name);
    if (boost !== 0) await insertCachePurge(tx, { what: "all" });
    await auditAction(tx, deps, { action: "set.delete", id: name });
  });
  await deps.purgeCache(tenantId);
}

async function mustFind(tx: TenantTransaction, name: string): Promise<SetRow> {
  const [set] = await listSets(tx, name);
  if (!set) throw new AppError("not_found", "Set not found.");
  return set;
}

async function refuseTaken(tx: TenantTransaction, name: string): Promise<void> {
  const [taken] = await listSets(tx, name);
  if (taken) throw new AppError("conflict", "Another set has this name. Choose another one.");
}
