import type { Network } from "../../core/fetch/guarded-lookup.ts";
import type { Logger } from "../../core/log.ts";
import type { Tracing } from "../../core/trace.ts";
import type { Database } from "../../database/database.ts";

/** What every use case of this room needs. */
export interface WebhookDeps {
  db: Database;
  /** Where agents reach the console, without a final slash. */
  publicUrl: string;
  log: Logger;
  /** Hosts that may be told although they are not public: the operator's own systems. */
  privateHosts: readonly string[];
  /** Where the traces of deliveries begin. */
  tracing?: Tracing;
  /** Told what came of each try. */
  watch?(outcome: "told" | "failed"): void;
  /** Only for tests. */
  network?: Network;
}
