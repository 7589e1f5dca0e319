import { type CachePurge, deleteCachePurge, listCachePurges } from "../../assistant/store/cache-purges.ts";
import { asError } from "../../core/errors.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";

/** Removes a tenant's recorded purges from the cache. Never throws: a failed purge stays recorded. */
export type PurgeCache = (tenantId: string) => Promise<void>;

interface PurgeDeps {
  db: Database;
  log: Logger;
  cache: {
    evictDocument(tenantId: string, documentId: string): Promise<unknown>;
    evictText(tenantId: string, answer: string): Promise<unknown>;
    purge(tenantId: string): Promise<unknown>;
  };
}

const batchSize = 100;

/**
 * Creates the function to call after the commit of a transaction with `insertCachePurge`. `startWorkers` calls it for purges that a process
 * left behind. Safe to run twice and at the same time: a row is deleted only after its eviction.
 */
export function createPurgeCache({ db, log, cache }: PurgeDeps): PurgeCache {
  return async (tenantId) => {
    try {
      for (;;) {
        const purges = await withTenant(db, tenantId, (tx) => listCachePurges(tx, batchSize));
        for (const purge of purges) {
          await evict(cache, tenantId, purge);
          await withTenant(db, tenantId, (tx) => deleteCachePurge(tx, purge.id));
        }
        if (purges.length < batchSize) return;
      }
    } catch (error) {
      log.warn({ tenant: tenantId, err: asError(error).message }, "Could not purge cached answers yet");
    }
  };
}

function evict(cache: PurgeDeps["cache"], tenantId: string, purge: CachePurge): Promise<unknown> {
  switch (purge.what) {
    case "document":
      return cache.evictDocument(tenantId, purge.target);
    case "answer":
      return cache.evictText(tenantId, purge.target);
    case "all":
      return cache.purge(tenantId);
    default:
      return purge satisfies never;
  }
}
