import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { type Aged, ageMemories } from "../store/memory-ageing.ts";

const dayMs = 24 * 60 * 60_000;
/** A memory with a higher confidence does not fade when it is unused. */
const lowConfidence = 0.6;
const unusedDays = 30;
/** Factor for a low confidence after every 30 unused days. */
const keeps = 0.5;
/** A memory with a lower confidence is invalidated: one of 0.6 after three periods, one of 0.3 after two. */
const leastConfidence = 0.1;
const deletedAfterDays = 90;

/**
 * The scheduled job for a tenant's memories: invalidates expired memories, lowers the confidence of uncertain unused ones, and deletes
 * memories that were invalidated 90 days ago. @param now the clock, for tests.
 */
export function ageTenantMemories(db: Database, tenantId: string, now = new Date()): Promise<Aged> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  return withTenant(db, tenantId, (tx) =>
    ageMemories(tx, {
      now,
      lowConfidence,
      unusedSince: before(unusedDays),
      keeps,
      leastConfidence,
      deleteInvalidatedBefore: before(deletedAfterDays),
    }),
  );
}
