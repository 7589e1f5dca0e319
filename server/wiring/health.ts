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

/** Longest that one part is asked; longer is as good as away. A pool that is merely full answers before. */
const askTimeoutMs = 3_000;

/** Migrations, rights and queues change slowly: whoever asks every second is told what was so a moment ago. */
const keptMs = 10_000;
/** Workers look for work that was left behind every two minutes; jobs that wait longer, while none moves, wait for somebody to act. */
const stuckMs = 3 * 60_000;

/** What `/readyz` says: what runs, on which schema, and what of it is there. */
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
 * What this process needs, and whether it is there. Redis is never needed: chat works without it (cache misses, limits of each
 * process, readers that look at the store). A worker without its queue does nothing; whoever also serves visitors still serves them.
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
    // In Redis the queue's connections are not asked, for they wait for ever; that Redis answers was seen above.
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

/** Null also when it cannot be asked in time: whether its peer is there is another check. */
async function within(asked: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, askTimeoutMs, null);
  });
  return Promise.race([asked.catch(() => null), late]).finally(() => clearTimeout(timer));
}

/** Asked again after {@link keptMs}, or when the last time failed. */
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
