import type { Database } from "../../database/database.ts";
import { tenantQuery } from "../../database/transaction.ts";
import { findValidityChange } from "../store/document-validity.ts";

/**
 * Until when an answer from these documents, read after `since`, is what the tenant would say: one of them expires, or a document
 * that may say otherwise becomes valid. In ms since 1970; null when nothing of the kind is planned.
 */
export async function answersHoldUntil(
  db: Database,
  tenantId: string,
  { documentIds, since }: { documentIds: string[]; since: number },
): Promise<number | null> {
  const at = await tenantQuery(db, tenantId, (tx) => findValidityChange(tx, { documentIds, since: new Date(since) }));
  return at?.getTime() ?? null;
}
