import { validate } from "@langchain/langgraph-checkpoint-validation";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { CheckpointSaver } from "../store/checkpoint-saver.ts";
import { type NativePostgres, nativePostgresUnavailable, startNativePostgres } from "./support/native-postgres.ts";

// The suite expects a runner with global functions.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test });

const unavailable = nativePostgresUnavailable();
if (unavailable) console.warn(`skipped: LangGraph's checkpointer suite (${unavailable})`);

/**
 * LangGraph's published suite. It makes up threads that are no tickets, so it runs on the library's own tables as `setup()` leaves
 * them; that ours carry tenant and policy besides is the business of `checkpoint-saver.test.ts`.
 */
describe.skipIf(unavailable !== undefined)("on PostgreSQL", () => {
  let postgres: NativePostgres;
  let pool: pg.Pool;
  validate({
    checkpointerName: "CheckpointSaver",
    async beforeAll() {
      postgres = await startNativePostgres();
      pool = postgres.openPool("parley_owner", 10);
      await new CheckpointSaver(pool).setup();
    },
    beforeAllTimeout: 60_000,
    async afterAll() {
      await pool?.end();
      await postgres?.stop();
    },
    async createCheckpointer() {
      await pool.query("truncate langgraph.checkpoints, langgraph.checkpoint_blobs, langgraph.checkpoint_writes");
      // The suite reads a thread's history, which the product prunes.
      return new CheckpointSaver(pool, { prune: false });
    },
  });
});
