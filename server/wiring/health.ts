import { join } from "node:path";
import { describeMissingRights, findMissingRights } from "../core/live/redis-rights.ts";
import type { Queues } from "../core/queues/queues.ts";
import { migrationFolder } from "../database/open-database.ts";
import { readSchemaState, type SchemaState } from "../database/schema-check.ts";
import { withSystem } from "../database/transaction.ts";
import type { Health, HealthCheck } from "../http/context.ts";
import { version } from "../operations/metrics/build.ts";
import { findStuckJobs } from "../operations/store/job-backlog.ts";
import type { Resources } from "./resources.ts";

/** Longest wait for one check, in ms; a slower part counts as unavailable. A pool that is only full responds earlier. */
const askTimeoutMs = 3_000;

/** Cache time of migrations, rights and queues, in ms. They change slowly, and `/readyz` may be polled every second. */
const keptMs = 10_000;
/** Workers look for lost jobs every two minutes. Jobs that wait longer, while none moves, need an operator. */
const stuckMs = 3 * 60_000;

/** The content of `/readyz`: version, schema, and the state of each part. */
export function createHealth(
  resources: Pick<Resources, "config" | "db" | "redis">,
  parts: { queues: Queues; isReady(): boolean },
): () => Promise<Health> {
  let schema: SchemaState | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  const readSchema = async () => {
    if (performance.now() - readAt < keptMs) return true;
    schema = await readSchemaState(resources.db, join(migrationFolder, "migrations"));
    readAt = performance.now();
    return true;
  };
  const { redisUrl, role } = resources.config;
  const findMissing = keep(async () => {
    const missing = redisUrl === undefined ? null : await findMissingRights(redisUrl);
    return missing && describeMissingRights(missing);
  });
  const findStuck = keep(async () => (role === "api" ? null : describeStuckJobs(resources.db)));
  return async () => {
    const slow = { missing: within(findMissing()), stuck: within(findStuck()) };
    const isKnown = isThere(readSchema);
    const checks = await checkHealth(resources, { ...parts, isKnown }, slow);
    return { version, migrations: (await isKnown) ? schema : null, checks };
  };
}

/**
 * Checks the parts that this process needs. Redis is always optional: without it there are cache misses, limits per process, and readers
 * that poll the store. A worker without its queue does nothing; a process that also serves visitors still serves them.
 */
async function checkHealth(
  { config, db, redis }: Pick<Resources, "config" | "db" | "redis">,
  { queues, isReady, isKnown }: { queues: Queues; isReady(): boolean; isKnown: Promise<boolean> },
  slow: { missing: Promise<string | null>; stuck: Promise<string | null> },
): Promise<HealthCheck[]> {
  const [missing, stuck, database, redisThere, queue] = await Promise.all([
    slow.missing,
    slow.stuck,
    isThere(() => db.pool.query("select 1").then(() => isKnown)),
    redis ? isThere(() => redis.commands.ping()).then((ok) => ok && redis.subscriber.status === "ready") : null,
    config.role === "api" ? null : isThere(() => queues.isThere()),
  ]);
  return [
    { name: "database", ok: database, needed: true },
    ...(redisThere === null
      ? []
      : [{ name: "redis", ok: redisThere && missing === null, needed: false, ...because(missing) }]),
    // The queue's Redis connections are not asked, because they wait without limit. The check above shows whether Redis responds.
    ...(queue === null
      ? []
      : [{ name: "queue", ok: queue && redisThere !== false && missing === null, needed: config.role === "worker" }]),
    ...(queue === null ? [] : [{ name: "jobs", ok: stuck === null, needed: false, ...because(stuck) }]),
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

function because(detail: string | null): { detail?: string } {
  return detail === null ? {} : { detail };
}

async function describeStuckJobs(db: Resources["db"]): Promise<string | null> {
  const stuck = await withSystem(db, "count-waiting-work", (tx) => findStuckJobs(tx, stuckMs));
  if (!stuck) return null;
  const minutes = Math.round((Date.now() - stuck.oldest.getTime()) / 60_000);
  return `${stuck.waiting} jobs are queued, the oldest for ${minutes} minutes, and none has started or finished in the last ${stuckMs / 60_000} minutes.`;
}

/** Also null on a timeout, because another check covers an unavailable part. */
async function within(asked: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, askTimeoutMs, null);
  });
  return Promise.race([asked.catch(() => null), late]).finally(() => clearTimeout(timer));
}

/** Caches the result for {@link keptMs}; a failed one is not cached. */
function keep<T>(ask: () => Promise<T>): () => Promise<T> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let kept: Promise<T> | undefined;
  return () => {
    if (kept === undefined || performance.now() - askedAt >= keptMs) {
      askedAt = performance.now();
      kept = ask();
      kept.catch(() => {
        kept = undefined;
      });
    }
    return kept;
  };
}
