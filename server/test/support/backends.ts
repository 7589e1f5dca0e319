import type { LiveHub } from "../../core/live/hub.ts";
import { createMemoryHub } from "../../core/live/memory-hub.ts";
import { openRedis } from "../../core/live/redis-connections.ts";
import { createRedisHub } from "../../core/live/redis-hub.ts";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { openTestDatabase } from "./database.ts";
import { openNativeDatabase } from "./native-database.ts";
import { nativePostgresUnavailable } from "./native-postgres.ts";
import { redisUnavailable, startRedisServer } from "./redis-server.ts";

/** Backends of a suite: one database and one hub. */
export interface BackendKind {
  name: string;
  database: "embedded" | "native";
  hub: "memory" | "redis";
}

export interface TestBackend {
  db: Database;
  hub: LiveHub;
  /** The hub of another process: with separate connections over Redis, the same hub in memory. */
  openHub(): Promise<LiveHub>;
  close(): Promise<void>;
}

const embedded: BackendKind = { name: "PGlite and the hub in memory", database: "embedded", hub: "memory" };
const production: BackendKind = { name: "PostgreSQL and Redis", database: "native", hub: "redis" };
const mixed: BackendKind[] = [
  { name: "PGlite and Redis", database: "embedded", hub: "redis" },
  { name: "PostgreSQL and the hub in memory", database: "native", hub: "memory" },
];

/** Why this machine has no such backend, or undefined. */
function unavailable({ database, hub }: BackendKind): string | undefined {
  return (
    (database === "native" ? nativePostgresUnavailable() : undefined) ??
    (hub === "redis" ? redisUnavailable() : undefined)
  );
}

/**
 * The two ways to run Parley, for `describe.each(backends)`, so that each adapter runs the whole suite. `TEST_BACKENDS=all` adds the two
 * mixed ones. A backend whose programs are not installed is skipped with a message.
 */
export const backends: BackendKind[] = [
  embedded,
  production,
  ...(process.env["TEST_BACKENDS"] === "all" ? mixed : []),
].filter((kind) => {
  const reason = unavailable(kind);
  if (reason) console.warn(`skipped: on ${kind.name} (${reason})`);
  return reason === undefined;
});

/** Backend of suites that name none: PGlite and memory, or the choice of a file that repeats the suites. */
function chosen(): BackendKind {
  return process.env["TEST_BACKEND"] === "production" ? production : embedded;
}

/** Runs the suites that this file imports as in production. False, with a printed reason, when this machine cannot. */
export function chooseProduction(): boolean {
  const reason = unavailable(production);
  if (reason) console.warn(`skipped: on ${production.name} (${reason})`);
  else process.env["TEST_BACKEND"] = "production";
  return reason === undefined;
}

/** Opens a separate backend for a suite: an empty, migrated database and a hub. */
export async function openBackend(kind: BackendKind = chosen()): Promise<TestBackend> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const db = kind.database === "embedded" ? await openTestDatabase() : await openNativeDatabase();
    closers.push(() => db.close());
    const openHub = await hubsOf(kind, closers);
    return { db, hub: await openHub(), openHub, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function hubsOf(kind: BackendKind, closers: (() => Promise<void>)[]): Promise<() => Promise<LiveHub>> {
  const log = createLogger("silent");
  if (kind.hub === "memory") {
    const hub = createMemoryHub(log);
    closers.push(() => hub.close());
    return async () => hub;
  }
  const server = await startRedisServer();
  closers.push(() => server.stop());
  return async () => {
    const redis = await openRedis(server.url, log);
    const hub = createRedisHub({ redis: redis.commands, subscriber: redis.subscriber, log, health: redis.health });
    closers.push(async () => {
      await hub.close();
      await redis.close();
    });
    return hub;
  };
}
