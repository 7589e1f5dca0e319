import { Gauge, type Registry } from "prom-client";
import type { RedisConnections } from "../../core/live/redis-connections.ts";
import type { Database } from "../../database/database.ts";
import type { LoopDelay } from "./loop-delay.ts";

/** Sources of the gauges, read when metrics are requested. */
export interface Looked {
  turns: { active: number; waiting: number; largestTenant: number };
  streams: { size: number; stalled: number };
  db: Database;
  redis: RedisConnections | undefined;
  loop: { read(): LoopDelay };
}

/** Adds gauges with the present values of this process. */
export function addGauges(registry: Registry, { turns, streams, db, redis, loop }: Looked): void {
  const show = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `parley_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  show("turns_active", "Turns running in this process.", () => turns.active);
  show("turns_waiting", "Turns waiting for a slot in this process.", () => turns.waiting);
  show("turns_largest_tenant", "Running turns of the tenant with the most.", () => turns.largestTenant);
  show("streams_open", "Event streams open in this process.", () => streams.size);
  show(
    "streams_stalled",
    "Event streams closed since the start because the client did not read them.",
    () => streams.stalled,
  );
  const lateness = "in the last one to two minutes";
  show(
    "event_loop_delay_p99_seconds",
    `99th percentile of the event loop delay ${lateness}.`,
    () => loop.read().p99Ms / 1000,
  );
  show("event_loop_delay_max_seconds", `Longest event loop delay ${lateness}.`, () => loop.read().maxMs / 1000);
  addPool(registry, db);
  show("db_waiting", "Transactions waiting for a database connection.", () => db.pool.waitingCount);
  show("db_connections_max", "Maximum number of database connections of this process.", () => db.pool.options.max ?? 1);
  if (redis) addRedis(registry, redis);
}

function addPool(registry: Registry, { pool }: Database): void {
  new Gauge({
    name: "parley_db_connections",
    help: "Database connections of this process by state.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "in_use" }, pool.totalCount - pool.idleCount);
      this.set({ state: "idle" }, pool.idleCount);
    },
  });
}

function addRedis(registry: Registry, { commands, subscriber }: RedisConnections): void {
  new Gauge({
    name: "parley_redis_up",
    help: "1 while Redis responds on this connection.",
    labelNames: ["connection"],
    registers: [registry],
    collect() {
      this.set({ connection: "commands" }, commands.status === "ready" ? 1 : 0);
      this.set({ connection: "subscriber" }, subscriber.status === "ready" ? 1 : 0);
    },
  });
}
