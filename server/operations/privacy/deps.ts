import type { SessionSecret } from "../../core/config/config.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";

/** Dependencies of retention, wired in `server/wiring/privacy.ts`. */
export interface RetentionDeps {
  db: Database;
  log: Logger;
  /** Counts the tenant's uncounted days. They cannot be counted after their rows are deleted. */
  countDays(tenantId: string): Promise<unknown>;
  /** Deletes memories of visitors that have expired, faded or are short-lived. */
  ageMemories(tenantId: string): Promise<unknown>;
}

/** Dependencies of erasure. */
export interface ErasureDeps {
  db: Database;
  log: Logger;
  hub: LiveHub;
  /** Named in erasure receipts. */
  publicUrl: string;
  /** Secrets of the server; the first one encrypts new keys. */
  secrets: readonly SessionSecret[];
  /** Runs the recorded cache purges; never throws. */
  purgeCache(tenantId: string): Promise<void>;
  /** Deletes all cached answers of a tenant and returns their number. */
  emptyCache(tenantId: string): Promise<number>;
  /** Deletes data outside the database with one of these ids and returns the number of deleted keys. */
  forgetKeys(ids: readonly string[]): Promise<number>;
}

/** Dependencies of export and import. */
export interface ArchiveDeps {
  db: Database;
  /** Named in exports. */
  publicUrl: string;
  /** Vectors of other models are computed again. */
  embeddingModel: string;
}

export type PrivacyDeps = RetentionDeps & ErasureDeps & ArchiveDeps;
