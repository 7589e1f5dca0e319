import { statfs } from "node:fs/promises";
import type { Check } from "../../../../protocol/admin-doctor.ts";
import type { ServerSettings } from "../../../database/server-settings.ts";
import type { JobBacklog } from "../../store/job-backlog.ts";
import { failed, ok, warning } from "../check.ts";
import type { RedisFacts } from "../deps.ts";

const gigabyte = 1024 ** 3;
const minuteMs = 60_000;
/** Workers look for lost jobs after two minutes. A job that waits longer than this has no worker. */
const staleMs = 5 * minuteMs;
const fewFreeBytes = 2 * gigabyte;
const noFreeBytes = 0.2 * gigabyte;
/** Other clients and the server's administration need some of the database connections. */
const crowded = 0.85;
const fullMemory = 0.9;
/** Users notice delays from here on. The log warns from the same value. */
const slowLoopSeconds = 0.2;

/** Judges the settings of the database server. */
export function judgeServer(found: ServerSettings): Check[] {
  const name = "database server";
  const faults: Check[] = [];
  if (found.isStandby)
    faults.push(
      failed(name, "The server is a standby and accepts no writes.", { mend: "Point DATABASE_URL at the primary" }),
    );
  if (!found.fsync)
    faults.push(
      failed(name, "fsync is off. A power failure can destroy the database.", {
        mend: "Run this as a database administrator, then reload the configuration",
        line: "alter system set fsync = on;",
      }),
    );
  if (!found.fullPageWrites)
    faults.push(
      warning(name, "full_page_writes is off. A power failure can leave torn pages.", {
        mend: "Run this as a database administrator, then reload the configuration",
        line: "alter system set full_page_writes = on;",
      }),
    );
  if (!found.autovacuum)
    faults.push(
      warning(name, "autovacuum is off. Tables will grow and searches will slow down.", {
        mend: "Run this as a database administrator, then reload the configuration",
        line: "alter system set autovacuum = on;",
      }),
    );
  if (found.encoding !== "UTF8")
    faults.push(
      failed(name, `The database encoding is ${found.encoding}, which cannot store every text.`, {
        mend: "Create a database with encoding UTF8 and restore your data into it",
      }),
    );
  if (found.connections > found.maxConnections * crowded)
    faults.push(
      warning(name, `${found.connections} of ${found.maxConnections} connections are in use.`, {
        mend: "Raise max_connections, or use a connection pooler",
      }),
    );
  if (found.isRemote && found.encrypted === false)
    faults.push(
      warning(name, "The connection over the network is not encrypted.", {
        mend: "Add this to DATABASE_URL",
        line: "?sslmode=verify-full",
      }),
    );
  if (faults.length > 0) return faults;
  return [ok(name, `writes are safe, ${found.connections} of ${found.maxConnections} connections in use`)];
}

/** Redis holds nothing that is not in PostgreSQL. Required: it accepts writes and keeps the queue's keys. */
export function judgeRedis(facts: RedisFacts): Check[] {
  const name = "Redis";
  const [major = 0, minor = 0] = facts.version.split(".").map(Number);
  const faults: Check[] = [];
  if (major < 6 || (major === 6 && minor < 2))
    faults.push(failed(name, `${facts.version}; Parley needs 6.2 or newer.`, { mend: "Upgrade Redis" }));
  if (facts.isReplica)
    faults.push(
      failed(name, "The server is a replica and accepts no writes.", { mend: "Point REDIS_URL at the primary" }),
    );
  if (facts.policy.startsWith("allkeys"))
    faults.push(
      warning(name, `maxmemory-policy is ${facts.policy}. When memory is full, Redis evicts keys of the job queue.`, {
        mend: "Use this policy: Redis then deletes cached answers first",
        line: "maxmemory-policy volatile-lru",
      }),
    );
  if (facts.maxMemory > 0 && facts.usedMemory > facts.maxMemory * fullMemory)
    faults.push(
      warning(name, `${megabytes(facts.usedMemory)} of ${megabytes(facts.maxMemory)} MB are in use.`, {
        mend: "Raise maxmemory",
      }),
    );
  if (facts.saveFailed)
    faults.push(
      warning(name, "The last write to disk failed. Redis may now reject writes.", {
        mend: "Check the log and disk of Redis; Parley does not need Redis persistence",
      }),
    );
  if (faults.length > 0) return faults;
  const kept = facts.appendOnly ? "persisted to disk" : "not persisted, which is fine for Parley";
  return [ok(name, `${facts.version}, ${facts.policy || "eviction policy unknown"}, ${kept}`)];
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}

/** Judges waiting jobs. From outside, a queue without workers looks like a slow queue. */
export function judgeBacklog(name: string, { waiting, running, oldest, moved, failed: given }: JobBacklog): Check[] {
  const age = oldest ? Date.now() - oldest.getTime() : 0;
  const stillFor = moved ? Date.now() - moved.getTime() : age;
  const checks: Check[] = [];
  if (age > staleMs && stillFor > staleMs && running > 0)
    checks.push(
      failed(
        name,
        `${waiting} jobs are queued, and none has progressed for ${Math.round(Math.min(age, stillFor) / minuteMs)} minutes.`,
        {
          mend: "Check the workers' log for job queue errors, then restart the workers",
        },
      ),
    );
  else if (age > staleMs && running === 0)
    checks.push(
      failed(
        name,
        `${waiting} jobs are queued, the oldest for ${Math.round(age / minuteMs)} minutes, and no worker is running.`,
        {
          mend: "Start a worker (ROLE=worker or ROLE=all) with the same DATABASE_URL and REDIS_URL",
        },
      ),
    );
  else if (age > staleMs)
    checks.push(
      warning(
        name,
        `${waiting} jobs are queued, the oldest for ${Math.round(age / minuteMs)} minutes; ${running} running.`,
        {
          mend: "Start more workers if the queue does not shrink",
        },
      ),
    );
  else
    checks.push(
      ok(name, waiting + running === 0 ? "no jobs queued or running" : `${waiting} jobs queued, ${running} running`),
    );
  if (given > 0)
    checks.push(
      warning("failed jobs", `${given} ${given === 1 ? "job" : "jobs"} failed for good in the last day.`, {
        mend: "Check which documents failed and why, then retry with",
        line: "parley knowledge reindex --tenant <tenant>",
      }),
    );
  return checks;
}

/** Judges the event loop delay. A blocked event loop answers nobody. @param delay in seconds; null when no process answered. */
export function judgeLoop(delay: { p99: number; max: number } | null): Check {
  const name = "event loop";
  if (!delay) return ok(name, "not measured, because no Parley process responds on this machine");
  const said = `longest delay ${Math.round(delay.max * 1_000)} ms in the last two minutes, 99th percentile ${Math.round(delay.p99 * 1_000)} ms`;
  return delay.max > slowLoopSeconds
    ? warning(name, `${said}. Requests wait while the event loop is blocked.`, {
        mend: 'Search the log for "Event loop blocked", which lists the running routes; if its cpu_ms is low, add processors',
      })
    : ok(name, said);
}

/** Checks the free disk space of the data folder. */
export async function checkDisk(folder: string): Promise<Check> {
  const name = "disk";
  const { bavail, bsize, blocks } = await statfs(folder);
  const free = bavail * bsize;
  const said = `${(free / gigabyte).toFixed(1)} of ${((blocks * bsize) / gigabyte).toFixed(1)} GB free on the disk of ${folder}`;
  if (free < noFreeBytes) return failed(name, said, { mend: "Free up space now; writes fail when the disk is full" });
  return free < fewFreeBytes
    ? warning(name, said, { mend: "Free up space, or move DATA_DIR to a larger disk" })
    : ok(name, said);
}
