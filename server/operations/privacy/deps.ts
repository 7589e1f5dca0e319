import type { LiveHub } from "../../core/live/hub.ts";
import type { LockSecret } from "../../core/locked-bytes.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";

/** What retention needs; wired in `server/wiring/privacy.ts`. */
export interface RetentionDeps {
  db: Database;
  log: Logger;
  /** Counts the tenant's days that were not counted yet: they cannot be once what happened on them is gone. */
  countDays(tenantId: string): Promise<unknown>;
  /** Lets go what is remembered of visitors and has run out, faded, or does not hold for long. */
  ageMemories(tenantId: string): Promise<unknown>;
}

/** What erasing needs. */
export interface ErasureDeps {
  db: Database;
  log: Logger;
  hub: LiveHub;
  /** Named in receipts. */
  publicUrl: string;
  /** Of the server; the first locks new keys. */
  secrets: readonly LockSecret[];
  /** Takes out of the answer cache what transactions wrote down; never throws. */
  purgeCache(tenantId: string): Promise<void>;
  /** Forgets all cached answers of a tenant; how many there were. */
  emptyCache(tenantId: string): Promise<number>;
  /** Removes what is kept outside of the database under one of these ids; how many keys. */
  forgetKeys(ids: readonly string[]): Promise<number>;
}

/** What taking along and taking in need. */
export interface ArchiveDeps {
  db: Database;
  /** Named in exports. */
  publicUrl: string;
  /** Vectors of other models are made anew. */
  embeddingModel: string;
}

export type PrivacyDeps = RetentionDeps & ErasureDeps & ArchiveDeps;
