import pg from "pg";
import { createKnowledge } from "../../knowledge/knowledge.ts";
import { createLogger } from "../../log.ts";
import type { EmbeddingPort } from "../../models/embeddings/port.ts";

// A worker of the library as a process of its own, to be killed. It ends with its parent.
const [databaseUrl, redisUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 });
pool.on("error", () => {});
const knowledge = await createKnowledge({
  db: { pool, vectors: false, listen: undefined, close: () => pool.end() },
  embeddings: { model: "none" } as EmbeddingPort, // without vectors nobody asks it
  redisUrl: redisUrl === "" ? undefined : redisUrl,
  log: createLogger("silent"),
  // A dead worker is noticed within some two seconds instead of half a minute.
  times: { backoffMs: 50, lockMs: 1_000, stalledLookMs: 500 },
  onDocumentChanged: async () => {},
});
await knowledge.startWorkers();
process.stdin.on("end", () => process.exit()).resume();
process.stdout.write("ready\n");
