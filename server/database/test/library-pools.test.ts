import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

/**
 * Libraries that are given a `ScopedPool` (`db/scoped-pool.ts`), and the driver below it. Before a version is changed here, read what the new
 * one uses of a pool and its clients, and which statements it sends: only BEGIN, COMMIT, ROLLBACK, LISTEN and UNLISTEN are understood, all
 * others run in a transaction of their own. It also depends on these: a statement's own `query_timeout` and `pipeline` of `pg`, and PGlite's
 * adapter, whose clients share one connection (`db/embedded.ts`).
 */
const read: Record<string, string> = {
  "@electric-sql/pglite": "0.5.14",
  "@langchain/langgraph-checkpoint-postgres": "1.0.5",
  "better-auth": "1.7.25",
  bullmq: "6.7.0",
  pg: "8.23.1",
};

it.each(Object.entries(read))("%s is the version whose use of a pool was read", async (name, version) => {
  const manifest = new URL(`../../../node_modules/${name}/package.json`, import.meta.url);
  expect((JSON.parse(await readFile(manifest, "utf8")) as { version: string }).version).toBe(version);
});
