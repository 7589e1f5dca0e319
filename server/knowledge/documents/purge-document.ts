import { insertCachePurge } from "../../assistant/store/cache-purges.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { DocumentRow } from "../store/documents.ts";

/** Writes down that cached answers from this document have to go; a document that was never searched has none. */
export async function purgeDocument(
  tx: TenantTransaction,
  { id, current_version_id }: Pick<DocumentRow, "id" | "current_version_id">,
): Promise<void> {
  if (current_version_id !== null) await insertCachePurge(tx, { what: "document", target: id });
}
