import type { DocumentSet } from "../../protocol/admin-sets.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { insertCachePurge } from "../store/cache-purges.ts";
import { listSets, updateSetBoost } from "../store/document-sets.ts";
import { withTenant } from "../store/transaction.ts";
import { type KnowledgeDeps, noteAction } from "./deps.ts";

/** The tenant's sets by name. */
export function listDocumentSets({ db }: Pick<KnowledgeDeps, "db">, tenantId: string): Promise<DocumentSet[]> {
  return withTenant(db, tenantId, (tx) => listSets(tx));
}

/**
 * Says how much the passages of a set count beside others. Answers from the cache were chosen by the old order, so they go.
 * @throws AppError `not_found` for a name that no document has.
 */
export async function changeDocumentSet(
  deps: Pick<KnowledgeDeps, "db" | "purgeCache" | "actor">,
  tenantId: string,
  { name, boost }: { name: string; boost: number },
): Promise<DocumentSet> {
  const set = await withTenant(deps.db, tenantId, async (tx) => {
    const [before] = await listSets(tx, name);
    if (!before) throw new AppError("not_found", "There is no document in a set of this name.");
    await updateSetBoost(tx, { id: newId(), name, boost });
    await insertCachePurge(tx, { what: "all" });
    await noteAction(tx, deps, { action: "set.update", id: name, detail: { boost } });
    return { ...before, boost };
  });
  await deps.purgeCache(tenantId);
  return set;
}
