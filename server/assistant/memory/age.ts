import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { type Aged, ageMemories } from "../store/memory-ageing.ts";

const dayMs = 24 * 60 * 60_000;
/** Surer than this does not fade for want of use. */
const lowConfidence = 0.6;
const unusedDays = 30;
/** What is left of a low confidence after each of those spans. */
const keeps = 0.5;
/** Below it a memory is forgotten: one of 0.6 after three spans, one of 0.3 after two. */
const leastConfidence = 0.1;
const deletedAfterDays = 90;

/**
 * The one scheduled job over a tenant's memories: what has run out is invalidated, what is unsure and unused fades, what does not hold
 * for 90 days is deleted. @param now the clock, for tests.
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
