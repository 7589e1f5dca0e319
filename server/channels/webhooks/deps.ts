import type { Network } from "../../core/fetch/guarded-lookup.ts";
import type { Logger } from "../../core/log.ts";
import type { Tracing } from "../../core/trace.ts";
import type { Database } from "../../database/database.ts";

export interface WebhookDeps {
  db: Database;
  /** Console URL for agents, without a final slash. */
  publicUrl: string;
  log: Logger;
  /** Hosts that may receive webhooks although they are not public: the operator's own systems. */
  privateHosts: readonly string[];
  /** Starts the traces of deliveries. */
  tracing?: Tracing;
  /** Called with the result of each try. */
  watch?(outcome: "told" | "failed"): void;
  /** For tests only. */
  network?: Network;
}
