import type { DocumentSet } from "../../protocol/admin-sets.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { Database } from "../store/database.ts";
import { listSets, updateSetBoost } from "../store/document-sets.ts";
import { withTenant } from "../store/transaction.ts";

/** The tenant's sets by name. */
export function listDocumentSets(db: Database, tenantId: string): Promise<DocumentSet[]> {
  return withTenant(db, tenantId, (tx) => listSets(tx));
}

/** Says how much the passages of a set count beside others. @throws AppError `not_found` for a name that no document has. */
export function changeDocumentSet(
  db: Database,
  tenantId: string,
  { name, boost }: { name: string; boost: number },
): Promise<DocumentSet> {
  return withTenant(db, tenantId, async (tx) => {
    const [before] = await listSets(tx, name);
    if (!before) throw new AppError("not_found", "There is no document in a set of this name.");
    await updateSetBoost(tx, { id: newId(), name, boost });
    return { ...before, boost };
  });
}
