import type { Queues } from "../jobs/queues.ts";
import type { Logger } from "../log.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";
import type { Database } from "../store/database.ts";

/** Tells others that what they derived from a document is out of date. `oldVersionId` is null when it was not searched before. */
export type DocumentChanged = (tenantId: string, documentId: string, oldVersionId: string | null) => Promise<void>;

/** What the library is made of; wired in `server/context.ts`. */
export interface KnowledgeDeps {
  db: Database;
  embeddings: EmbeddingPort;
  queues: Queues;
  log: Logger;
  onDocumentChanged: DocumentChanged;
}
