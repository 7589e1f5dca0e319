import type { QueuedJob } from "../jobs/queues.ts";
import type { Logger } from "../log.ts";
import type { Extracted } from "../models/chat/extract.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";
import type { SaidBy } from "../models/extract-prompt.ts";
import type { Database } from "../store/database.ts";
import type { ModelCall } from "../store/model-calls.ts";
import type { TenantRow } from "../store/tenants.ts";

/** What remembering needs; wired in `server/context/memory.ts`. */
export interface MemoryDeps {
  db: Database;
  log: Logger;
  embeddings: Pick<EmbeddingPort, "model" | "embed">;
  /** Wakes a worker for a job whose row is stored; a queue that is away is no error, the row is found later. */
  wake(tenantId: string, job: QueuedJob): Promise<void>;
}

/** What the job needs besides. */
export interface RememberDeps extends MemoryDeps {
  /** The tenant's model for finding what is worth remembering; null: nothing is found. */
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
