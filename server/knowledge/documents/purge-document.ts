import { insertCachePurge } from "../../assistant/store/cache-purges.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { DocumentRow } from "../store/documents.ts";

/** Marks the cached answers that use this document for the purge. A document that was never searchable has none. */
export async function purgeDocument(
  tx: TenantTransaction,
  { id, current_version_id }: Pick<DocumentRow, "id" | "current_version_id">,
): Promise<void> {
  if (current_version_id !== null) await insertCachePurge(tx, { what: "document", target: id });
}
