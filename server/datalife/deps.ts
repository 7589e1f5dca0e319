import type { Logger } from "../log.ts";
import type { Database } from "../store/database.ts";

/** What retention needs; wired in `server/context/datalife.ts`. */
export interface RetentionDeps {
  db: Database;
  log: Logger;
  /** Counts the tenant's days that were not counted yet: they cannot be once what happened on them is gone. */
  countDays(tenantId: string): Promise<unknown>;
}
