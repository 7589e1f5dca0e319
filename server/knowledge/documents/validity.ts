import type { Database } from "../../database/database.ts";
import { tenantQuery } from "../../database/transaction.ts";
import { findValidityChange } from "../store/documents.ts";

/**
 * The time until which an answer from these documents, read after `since`, stays valid: when one of them expires, or another public
 * document becomes valid. In ms since 1970; null when neither will happen.
 */
export async function findAnswerExpiry(
  db: Database,
  tenantId: string,
  { documentIds, since }: { documentIds: string[]; since: number },
): Promise<number | null> {
  const at = await tenantQuery(db, tenantId, (tx) => findValidityChange(tx, { documentIds, since: new Date(since) }));
  return at?.getTime() ?? null;
}
