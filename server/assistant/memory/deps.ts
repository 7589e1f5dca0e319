import type { TenantRow } from "../../accounts/store/tenants.ts";
import type { Logger } from "../../core/log.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import type { Database } from "../../database/database.ts";
import type { Extracted } from "../models/chat/extract.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";
import type { SaidBy } from "../models/extract-prompt.ts";
import type { ModelCall } from "../store/model-calls.ts";

/** Dependencies of the memory use cases; wired in `server/wiring/memory.ts`. */
export interface MemoryDeps {
  db: Database;
  log: Logger;
  embeddings: Pick<EmbeddingPort, "model" | "embed">;
  /** Wakes a worker for a job whose row is stored. An unavailable queue is not an error: a worker finds the row later. */
  wake(tenantId: string, job: QueuedJob): Promise<void>;
}

/** Additional dependencies of the memory job. */
export interface RememberDeps extends MemoryDeps {
  /** The tenant's model that extracts memories; null: nothing is extracted. */
  extractorFor(
    tenant: TenantRow,
    recordCall: (call: ModelCall) => void,
  ): ((said: readonly SaidBy[], signal: AbortSignal) => Promise<Extracted[]>) | null;
}

/** A visitor of a tenant. */
export interface WhoseMemories {
  tenantId: string;
  visitorId: string;
}
