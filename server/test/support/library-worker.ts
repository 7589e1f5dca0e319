import pg from "pg";
import { findPooler } from "../../../db/pooler.ts";
import { valueTypes } from "../../../db/value-types.ts";
import { openLibrary } from "./open-library.ts";

// A library worker as a separate process, for tests that kill it. It ends with its parent.
const [databaseUrl, redisUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 5, types: valueTypes });
pool.on("error", () => {});
const library = openLibrary({
  db: { pool, vectors: false, listen: undefined, pooler: await findPooler(pool), close: () => pool.end() },
  redisUrl: redisUrl === "" ? undefined : redisUrl,
  // A dead worker is noticed within about two seconds instead of half a minute.
  times: { backoffMs: 50, lockMs: 1_000, stalledCheckMs: 500 },
});
await library.startWorkers();
process.stdin.on("end", () => process.exit()).resume();
process.stdout.write("ready\n");
