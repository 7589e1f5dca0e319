import type { TenantRow } from "../../accounts/store/tenants.ts";
import type { Logger } from "../../core/log.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import type { Database } from "../../database/database.ts";
import type { Extracted } from "../models/chat/extract.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";
import type { SaidBy } from "../models/extract-prompt.ts";
import type { ModelCall } from "../store/model-calls.ts";

/** What remembering needs; wired in `server/wiring/memory.ts`. */
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
