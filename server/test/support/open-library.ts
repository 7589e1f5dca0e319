import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import { createLogger } from "../../core/log.ts";
import type { QueueTimes } from "../../core/queues/queues.ts";
import type { Database } from "../../database/database.ts";
import type { KnowledgeDeps } from "../../knowledge/documents/deps.ts";
import { knowledgeHandlers } from "../../knowledge/documents/handlers.ts";
import { FileParser } from "../../knowledge/reading/parsers/file-parser.ts";
import { createPurgeCache } from "../../operations/jobs/purge-cache.ts";
import { startWorkers } from "../../operations/jobs/start-workers.ts";
import { openQueues } from "../../wiring/open-queues.ts";

/** The library for tests, wired as in `server/wiring/context.ts`. */
export interface TestLibrary extends KnowledgeDeps {
  startWorkers(): Promise<void>;
  close(): Promise<void>;
}

export interface LibraryOptions extends Pick<KnowledgeDeps, "fetching"> {
  db: Database;
  /** Not needed on a database without vectors. */
  embeddings?: EmbeddingPort;
  redisUrl?: string | undefined;
  times?: QueueTimes;
  /** The part of the cache that concerns documents. */
  evictDocument?(tenantId: string, documentId: string): Promise<unknown>;
}

/** Opens the library. Nothing runs in the background until `startWorkers`. */
export function openLibrary({ db, redisUrl, times, fetching, ...options }: LibraryOptions): TestLibrary {
  const log = createLogger("silent");
  const { queues, close } = openQueues(db, { redisUrl, log, times: { backoffMs: 20, ...times } });
  const parser = new FileParser({ size: 2 });
  const nothing = async () => {};
  const cache = { evictDocument: options.evictDocument ?? nothing, evictText: nothing, purge: nothing };
  const deps = {
    db,
    embeddings: options.embeddings ?? ({ model: "none" } as EmbeddingPort), // see above
    queues,
    parser,
    log,
    purgeCache: createPurgeCache({ db, log, cache }),
    notifyRelease: nothing,
    ...(fetching ? { fetching } : {}),
  };
  let stop = async () => {};
  return {
    ...deps,
    async startWorkers() {
      stop = await startWorkers(deps, knowledgeHandlers(deps));
    },
    async close() {
      await stop();
      await close();
      parser.close();
    },
  };
}
