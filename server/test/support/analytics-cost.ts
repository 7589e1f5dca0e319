import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { countSpan } from "../../operations/store/analytics-counts.ts";

const day = 24 * 3_600_000;

/** Model figures of the analytics, from yesterday to tomorrow. */
export async function readAnalyticsCost(db: Database, tenantId: string) {
  const span = { since: new Date(Date.now() - day), until: new Date(Date.now() + day) };
  const { model_calls, cost_micros } = await withTenant(db, tenantId, (tx) => countSpan(tx, span));
  return { model_calls, cost_micros };
}
