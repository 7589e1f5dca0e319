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

/** What a suite stands on: one of the databases and one of the hubs. */
export interface BackendKind {
  name: string;
  database: "embedded" | "native";
  hub: "memory" | "redis";
}

export interface TestBackend {
  db: Database;
  hub: LiveHub;
  /** The hub as another process has it: over Redis one with connections of its own, in memory the same. */
  openHub(): Promise<LiveHub>;
  close(): Promise<void>;
}

const embedded: BackendKind = { name: "PGlite and the hub in memory", database: "embedded", hub: "memory" };
const production: BackendKind = { name: "PostgreSQL and Redis", database: "native", hub: "redis" };
const mixed: BackendKind[] = [
  { name: "PGlite and Redis", database: "embedded", hub: "redis" },
  { name: "PostgreSQL and the hub in memory", database: "native", hub: "memory" },
];

/** Why a backend cannot be had on this machine, or undefined. */
function unavailable({ database, hub }: BackendKind): string | undefined {
  return (
    (database === "native" ? nativePostgresUnavailable() : undefined) ??
    (hub === "redis" ? redisUnavailable() : undefined)
  );
}

/**
 * The two ways Parley runs, for `describe.each(backends)`, so that each adapter has the whole suite; with `TEST_BACKENDS=all` the two that
 * mix them as well. One whose programs are not installed is left out, and says so.
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

/** What suites stand on that name none: PGlite and memory, or what a file that runs them once more has chosen. */
function chosen(): BackendKind {
  return process.env["TEST_BACKEND"] === "production" ? production : embedded;
}

/** Has the suites that this file imports run as in production. False, with the reason printed, when this machine cannot. */
export function chooseProduction(): boolean {
  const reason = unavailable(production);
  if (reason) console.warn(`skipped: on ${production.name} (${reason})`);
  else process.env["TEST_BACKEND"] = "production";
  return reason === undefined;
}

/** Opens a backend of a suite's own: an empty, migrated database and a hub. */
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
