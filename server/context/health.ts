import { join } from "node:path";
import type { Health, HealthCheck } from "../http/context.ts";
import type { Queues } from "../jobs/queues.ts";
import { version } from "../observe/build.ts";
import { migrationFolder } from "../store/open-database.ts";
import { readSchemaState, type SchemaState } from "../store/schema-check.ts";
import type { Resources } from "./resources.ts";

/** Longest that one part is asked; longer is as good as away. A pool that is merely full answers before. */
const askTimeoutMs = 3_000;

/** Migrations happen at upgrades: whoever asks every second is told what was so a moment ago. */
const schemaKeptMs = 10_000;

/** What `/readyz` says: what runs, on which schema, and what of it is there. */
export function createHealth(
  resources: Pick<Resources, "config" | "db" | "redis">,
  parts: { queues: Queues; isReady(): boolean },
): () => Promise<Health> {
  let schema: SchemaState | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  const readSchema = async () => {
    if (performance.now() - readAt < schemaKeptMs) return true;
    schema = await readSchemaState(resources.db, join(migrationFolder, "migrations"));
    readAt = performance.now();
    return true;
  };
  return async () => {
    const isKnown = isThere(readSchema);
    const checks = await checkHealth(resources, { ...parts, isKnown });
    return { version, migrations: (await isKnown) ? schema : null, checks };
  };
}

/**
 * What this process needs, and whether it is there. Redis is never needed: chat works without it (cache misses, limits of each
 * process, readers that look at the store). A worker without its queue does nothing; whoever also serves visitors still serves them.
 */
async function checkHealth(
  { config, db, redis }: Pick<Resources, "config" | "db" | "redis">,
  { queues, isReady, isKnown }: { queues: Queues; isReady(): boolean; isKnown: Promise<boolean> },
): Promise<HealthCheck[]> {
  const [database, redisThere, queue] = await Promise.all([
    isThere(() => db.pool.query("select 1").then(() => isKnown)),
    redis ? isThere(() => redis.commands.ping()).then((ok) => ok && redis.subscriber.status === "ready") : null,
    config.role === "api" ? null : isThere(() => queues.isThere()),
  ]);
  return [
    { name: "database", ok: database, needed: true },
    ...(redisThere === null ? [] : [{ name: "redis", ok: redisThere, needed: false }]),
    // In Redis the queue's connections are not asked, for they wait for ever; that Redis answers was seen above.
    ...(queue === null ? [] : [{ name: "queue", ok: queue && redisThere !== false, needed: config.role === "worker" }]),
    { name: "accepting", ok: isReady(), needed: true },
  ];
}

async function isThere(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), askTimeoutMs);
  });
  const asked = ask().then(
    (answer) => answer !== false,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
