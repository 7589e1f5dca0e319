import type { Queues } from "../jobs/queues.ts";
import type { Logger } from "../log.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";
import type { Reranker } from "../models/rerank/port.ts";
import type { CrawlOptions } from "../reading/fetch/crawl-sitemap.ts";
import type { FileParser } from "../reading/parsers/file-parser.ts";
import type { Database } from "../store/database.ts";

/** Tells others that what they derived from a document is out of date. `oldVersionId` is null when it was not searched before. */
export type DocumentChanged = (tenantId: string, documentId: string, oldVersionId: string | null) => Promise<void>;

/** What the library is made of; wired in `server/context.ts`. */
export interface KnowledgeDeps {
  db: Database;
  embeddings: EmbeddingPort;
  /** Reads the best passages once more; none unless one is configured. */
  reranker?: Reranker | undefined;
  queues: Queues;
  log: Logger;
  onDocumentChanged: DocumentChanged;
}

/** What reading documents needs beyond that. */
export interface IngestDeps extends KnowledgeDeps {
  parser: Pick<FileParser, "parseFile">;
  /** Only for tests: how pages are fetched. */
  fetching?: CrawlOptions;
}
