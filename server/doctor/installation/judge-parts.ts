import { statfs } from "node:fs/promises";
import type { Check } from "../../../protocol/admin-doctor.ts";
import type { JobBacklog } from "../../store/job-backlog.ts";
import type { ServerSettings } from "../../store/server-settings.ts";
import { failed, ok, warning } from "../check.ts";
import type { RedisFacts } from "../deps.ts";

const gigabyte = 1024 ** 3;
const minuteMs = 60_000;
/** Workers look for work that was left behind after two minutes; what waits longer waits for a worker. */
const staleMs = 5 * minuteMs;
const fewFreeBytes = 2 * gigabyte;
const noFreeBytes = 0.2 * gigabyte;
/** Of the connections of a server, others and its own administration need some. */
const crowded = 0.85;
const fullMemory = 0.9;
/** From here on people notice; the log warns from here on, too. */
const slowLoopSeconds = 0.2;

/** How the database server is set. */
export function judgeServer(found: ServerSettings): Check[] {
  const name = "database server";
  const faults: Check[] = [];
  if (found.isStandby)
    faults.push(failed(name, "It is a standby and takes no writes.", { mend: "Point DATABASE_URL at the primary" }));
  if (!found.fsync)
    faults.push(
      failed(name, "fsync is off: a power cut can destroy the database.", {
        mend: "As its administrator run, then reload",
        line: "alter system set fsync = on;",
      }),
    );
  if (!found.fullPageWrites)
    faults.push(
      warning(name, "full_page_writes is off: a power cut can leave torn pages.", {
        mend: "As its administrator run, then reload",
        line: "alter system set full_page_writes = on;",
      }),
    );
  if (!found.autovacuum)
    faults.push(
      warning(name, "autovacuum is off: tables grow and searches slow down.", {
        mend: "As its administrator run, then reload",
        line: "alter system set autovacuum = on;",
      }),
    );
  if (found.encoding !== "UTF8")
    faults.push(
      failed(name, `The database is encoded as ${found.encoding}: it cannot hold every text.`, {
        mend: "Make a database with encoding UTF8 and restore into it",
      }),
    );
  if (found.connections > found.maxConnections * crowded)
    faults.push(
      warning(name, `${found.connections} of ${found.maxConnections} connections are taken.`, {
        mend: "Raise max_connections, or put a pooler before the server",
      }),
    );
  if (found.isRemote && found.encrypted === false)
    faults.push(
      warning(name, "The connection crosses the network unencrypted.", {
        mend: "Add this to DATABASE_URL",
        line: "?sslmode=verify-full",
      }),
    );
  if (faults.length > 0) return faults;
  return [ok(name, `writes are safe, ${found.connections} of ${found.maxConnections} connections taken`)];
}

/** Redis holds nothing that is not in PostgreSQL; what matters is that it takes writes and keeps the queue's keys. */
export function judgeRedis(facts: RedisFacts): Check[] {
  const name = "Redis";
  const [major = 0, minor = 0] = facts.version.split(".").map(Number);
  const faults: Check[] = [];
  if (major < 6 || (major === 6 && minor < 2))
    faults.push(failed(name, `${facts.version}; Parley needs 6.2 or newer.`, { mend: "Upgrade Redis" }));
  if (facts.isReplica)
    faults.push(failed(name, "It is a replica and takes no writes.", { mend: "Point REDIS_URL at the primary" }));
  if (facts.policy.startsWith("allkeys"))
    faults.push(
      warning(name, `maxmemory-policy is ${facts.policy}: when memory is full, it throws away keys of the job queue.`, {
        mend: "Set this, which throws away cached answers first",
        line: "maxmemory-policy volatile-lru",
      }),
    );
  if (facts.maxMemory > 0 && facts.usedMemory > facts.maxMemory * fullMemory)
    faults.push(
      warning(name, `${megabytes(facts.usedMemory)} of ${megabytes(facts.maxMemory)} MB are used.`, {
        mend: "Raise maxmemory",
      }),
    );
  if (facts.saveFailed)
    faults.push(
      warning(name, "Its last write to disk failed, after which it may refuse writes.", {
        mend: "Look at its log and its disk; Parley itself needs no persistence of Redis",
      }),
    );
  if (faults.length > 0) return faults;
  const kept = facts.appendOnly ? "kept on disk" : "not kept on disk, which Parley does not need";
  return [ok(name, `${facts.version}, ${facts.policy || "no eviction policy told"}, ${kept}`)];
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}

/** Work that waits: a queue without workers looks like a slow one from outside. */
export function judgeBacklog(name: string, { waiting, running, oldest, moved, failed: given }: JobBacklog): Check[] {
  const age = oldest ? Date.now() - oldest.getTime() : 0;
  const stillFor = moved ? Date.now() - moved.getTime() : age;
  const checks: Check[] = [];
  if (age > staleMs && stillFor > staleMs && running > 0)
    checks.push(
      failed(
        name,
        `${waiting} jobs wait and none moved for ${Math.round(Math.min(age, stillFor) / minuteMs)} minutes.`,
        {
          mend: "Look at the log of the workers for what the job queue reports, and restart them",
        },
      ),
    );
  else if (age > staleMs && running === 0)
    checks.push(
      failed(name, `${waiting} jobs wait, the oldest for ${Math.round(age / minuteMs)} minutes, and nobody works.`, {
        mend: "Start a worker (ROLE=worker, or ROLE=all), and see that it has the same DATABASE_URL and REDIS_URL",
      }),
    );
  else if (age > staleMs)
    checks.push(
      warning(
        name,
        `${waiting} jobs wait, the oldest for ${Math.round(age / minuteMs)} minutes; ${running} are at work.`,
        {
          mend: "Start more workers if it stays so",
        },
      ),
    );
  else checks.push(ok(name, `${waiting} jobs wait, ${running} are at work`));
  if (given > 0)
    checks.push(
      warning("failed jobs", `${given} were given up in the last day.`, {
        mend: "See which documents failed and why, then try again with",
        line: "parley knowledge reindex --tenant <tenant>",
      }),
    );
  return checks;
}

/** How late the event loop comes; while it is blocked, nobody is answered. @param delay in seconds; null: no process was asked. */
export function judgeLoop(delay: { p99: number; max: number } | null): Check {
  const name = "event loop";
  if (!delay) return ok(name, "no process of Parley answers on this machine, so there is nothing to measure");
  const said = `at most ${Math.round(delay.max * 1_000)} ms late in the last minutes, 99 % of the time below ${Math.round(delay.p99 * 1_000)} ms`;
  return delay.max > slowLoopSeconds
    ? warning(name, `${said}: every request waits meanwhile.`, {
        mend: 'Search the log for "the event loop was blocked", which names what was running; with little cpu_ms there, give the machine more processors',
      })
    : ok(name, said);
}

/** Room on the disk of the data folder. */
export async function checkDisk(folder: string): Promise<Check> {
  const name = "disk";
  const { bavail, bsize, blocks } = await statfs(folder);
  const free = bavail * bsize;
  const said = `${(free / gigabyte).toFixed(1)} of ${((blocks * bsize) / gigabyte).toFixed(1)} GB are free where ${folder} is`;
  if (free < noFreeBytes) return failed(name, said, { mend: "Make room now: writes fail when the disk is full" });
  return free < fewFreeBytes
    ? warning(name, said, { mend: "Make room, or move DATA_DIR to a larger disk" })
    : ok(name, said);
}
