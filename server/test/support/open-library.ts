import { openQueues } from "../../context/open-queues.ts";
import { createPurgeCache } from "../../jobs/purge-cache.ts";
import type { QueueTimes } from "../../jobs/queues.ts";
import { startWorkers } from "../../jobs/start-workers.ts";
import type { KnowledgeDeps } from "../../knowledge/deps.ts";
import { knowledgeHandlers } from "../../knowledge/handlers.ts";
import { createLogger } from "../../log.ts";
import type { EmbeddingPort } from "../../models/embeddings/port.ts";
import { FileParser } from "../../reading/parsers/file-parser.ts";
import type { Database } from "../../store/database.ts";

/** The library as a test opens it, wired as `server/context.ts` does. */
export interface TestLibrary extends KnowledgeDeps {
  startWorkers(): Promise<void>;
  close(): Promise<void>;
}

export interface LibraryOptions extends Pick<KnowledgeDeps, "fetching"> {
  db: Database;
  /** Not needed on a database without vectors: nobody asks it. */
  embeddings?: EmbeddingPort;
  redisUrl?: string | undefined;
  times?: QueueTimes;
  /** The cache, as far as documents are concerned. */
  evictDocument?(tenantId: string, documentId: string): Promise<unknown>;
}

/** Opens the library; nothing runs in the background until `startWorkers`. */
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
    tellRelease: nothing,
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
