import { insertAudit } from "../../database/audit-log.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { findRefresh, queueDocumentWebhooks, storeFetchFailure } from "../store/document-refreshes.ts";
import { maxFailures, retryAfter } from "./refresh-rules.ts";

/** The actor of scheduled fetches in the audit log. */
export const scheduler = { kind: "system", id: "schedule" } as const;

/** Stores a failed fetch and the time of the next attempt. After the last attempt, notifies agents and webhooks. */
export async function storeRefetchFailure(tx: TenantTransaction, documentId: string, error: string): Promise<void> {
  const refresh = await findRefresh(tx, documentId);
  if (!refresh) return;
  await storeFetchFailure(tx, documentId, { error, retryHours: retryAfter(refresh.failures) });
  if (refresh.every === "off" || refresh.failures + 1 !== maxFailures) return;
  await insertAudit(tx, {
    actor: scheduler,
    action: "document.unreachable",
    target: { kind: "document", id: documentId },
    detail: { failures: maxFailures },
  });
  await queueDocumentWebhooks(tx, documentId, { type: "document.unreachable", said: { error } });
}
