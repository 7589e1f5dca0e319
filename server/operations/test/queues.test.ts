import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import { type JobPayload, type QueueBackend, Queues } from "../../core/queues/queues.ts";
import type { Database } from "../../database/database.ts";
import { createQueuePool } from "../../database/platform-pools.ts";
import { openTestDatabase } from "../../test/support/database.ts";
import { openNativeDatabase } from "../../test/support/native-database.ts";
import { nativePostgresUnavailable } from "../../test/support/native-postgres.ts";
import { redisUnavailable, startRedisServer } from "../../test/support/redis-server.ts";
import { waitFor } from "../../test/support/wait-for.ts";

for (const reason of [nativePostgresUnavailable(), redisUnavailable()])
  if (reason) console.warn(`skipped in part: ${reason}`);

const log = createLogger("silent");
const payload = (): JobPayload => ({ tenant_id: newId(), job_id: newId() });

async function openIn(db: Database): Promise<{ backend: QueueBackend; close(): Promise<void> }> {
  const { close, ...backend } = createQueuePool(db);
  return { backend: { type: "postgres", ...backend }, close: () => close().then(() => db.close()) };
}

const backends: {
  name: string;
  skip?: string | undefined;
  open(): Promise<{ backend: QueueBackend; close(): Promise<void> }>;
}[] = [
  { name: "embedded Postgres", open: async () => openIn(await openTestDatabase()) },
  {
    name: "a PostgreSQL server",
    skip: nativePostgresUnavailable(),
    open: async () => openIn(await openNativeDatabase()),
  },
  {
    name: "Redis",
    skip: redisUnavailable(),
    async open() {
      const server = await startRedisServer();
      return { backend: { type: "redis", url: server.url }, close: () => server.stop() };
    },
  },
];

describe.each(backends)("queues on $name", ({ open, skip }) => {
  let backend: QueueBackend;
  let close: () => Promise<void>;
  beforeAll(async () => {
    if (!skip) ({ backend, close } = await open());
  });
  afterAll(async () => {
    if (!skip) await close();
  });

  const withQueues = async (work: (queues: Queues) => Promise<void>) => {
    const queues = new Queues(backend, log, { backoffMs: 20 });
    try {
      await work(queues);
    } finally {
      await queues.close();
    }
  };

  it.skipIf(skip)("hands each job to a worker once, in order", async () => {
    await withQueues(async (queues) => {
      const seen: JobPayload[] = [];
      const jobs = [payload(), payload(), payload()];
      for (const job of jobs) await queues.enqueue("ingest", job);
      await queues.work("ingest", async (job) => void seen.push(job), { concurrency: 1 });
      await waitFor(() => seen.length === jobs.length);
      expect(seen).toEqual(jobs);
    });
  });

  it.skipIf(skip)(
    "takes turns between tenants: one document does not wait behind another tenant's hundred",
    async () => {
      await withQueues(async (queues) => {
        const seen: string[] = [];
        const large = newId();
        const small = newId();
        for (let place = 1; place <= 100; place += 1) {
          await queues.enqueue("ingest", { tenant_id: large, job_id: newId() }, place);
        }
        for (const place of [1, 2]) await queues.enqueue("ingest", { tenant_id: small, job_id: newId() }, place);
        await queues.work("ingest", async ({ tenant_id }) => void seen.push(tenant_id), { concurrency: 1 });
        await waitFor(() => seen.length === 102);
        expect(seen.slice(0, 4)).toEqual([large, small, large, small]);
      });
    },
  );

  it.skipIf(skip)("lets a newcomer in while it works on a backlog", async () => {
    await withQueues(async (queues) => {
      const seen: string[] = [];
      const large = newId();
      const small = newId();
      let isIn = false;
      for (let place = 1; place <= 40; place += 1) {
        await queues.enqueue("embed", { tenant_id: large, job_id: newId() }, place);
      }
      await queues.work(
        "embed",
        async ({ tenant_id }) => {
          seen.push(tenant_id);
          if (seen.length !== 5) return;
          await queues.enqueue("embed", { tenant_id: small, job_id: newId() }, 1);
          isIn = true;
        },
        { concurrency: 1 },
      );
      await waitFor(() => isIn && seen.length === 41);
      // The worker may already hold the next job when the newcomer's job arrives.
      expect(seen.indexOf(small)).toBeLessThanOrEqual(7);
    });
  });

  it.skipIf(skip)("wakes an idle worker at once, and keeps queues apart", async () => {
    await withQueues(async (queues) => {
      const seen: string[] = [];
      await queues.work("ingest", async () => void seen.push("ingest"), { concurrency: 1 });
      await queues.work("embed", async () => void seen.push("embed"), { concurrency: 1 });
      await queues.enqueue("embed", payload());
      await waitFor(() => seen.length === 1, { timeoutMs: 4_000 });
      expect(seen).toEqual(["embed"]);
    });
  });

  it.skipIf(skip)("queues a job once while it waits, and again after it is through", async () => {
    await withQueues(async (queues) => {
      const done: string[] = [];
      const job = payload();
      await queues.enqueue("embed", job);
      await queues.enqueue("embed", job);
      await queues.work("embed", async ({ job_id }) => void done.push(job_id), { concurrency: 1 });
      await waitFor(() => done.length === 1);
      await queues.enqueue("embed", payload());
      await waitFor(() => done.length === 2);
      await waitFor(async () => {
        await queues.enqueue("embed", job);
        return done.length === 3;
      });
    });
  });

  it.skipIf(skip)("tries a failing job three times", async () => {
    await withQueues(async (queues) => {
      let tries = 0;
      const through: string[] = [];
      const failing = payload();
      await queues.work(
        "ingest",
        async ({ job_id }) => {
          if (job_id !== failing.job_id) return void through.push(job_id);
          tries += 1;
          throw new Error("no luck");
        },
        { concurrency: 1 },
      );
      await queues.enqueue("ingest", failing);
      await waitFor(() => tries === 3);
      const other = payload();
      await queues.enqueue("ingest", other);
      await waitFor(() => through.includes(other.job_id));
      expect(tries).toBe(3);
    });
  });

  it.skipIf(skip)("tells running jobs to come to an end when it closes, and waits for them", async () => {
    const queues = new Queues(backend, log, { backoffMs: 20 });
    let hasStarted = false;
    let hasEnded = false;
    await queues.work(
      "embed",
      async (_, signal) => {
        hasStarted = true;
        await waitFor(() => signal.aborted);
        hasEnded = true;
      },
      { concurrency: 1 },
    );
    await queues.enqueue("embed", payload());
    await waitFor(() => hasStarted);
    await queues.close();
    expect(hasEnded).toBe(true);
  });

  it.skipIf(skip)("gives the job of a worker that fell silent to another one", async () => {
    let release = () => {};
    const silence = new Promise<void>((resolve) => {
      release = resolve;
    });
    const silent = new Queues(backend, log, { lockMs: 200, lockRenewMs: 600_000, stalledCheckMs: 600_000 });
    let hasStarted = false;
    await silent.work(
      "ingest",
      async () => {
        hasStarted = true;
        await silence;
      },
      { concurrency: 1 },
    );
    const job = payload();
    await silent.enqueue("ingest", job);
    await waitFor(() => hasStarted);
    const other = new Queues(backend, log, { stalledCheckMs: 100 });
    const seen: JobPayload[] = [];
    await other.work("ingest", async (taken) => void seen.push(taken), { concurrency: 1 });
    // Recovery after a restart changes nothing while the lost worker holds its lock.
    await other.enqueue("ingest", job);
    // Redis passes on a stalled job at the end of a blocking read of five seconds.
    await waitFor(() => seen.length > 0, { timeoutMs: 25_000 });
    expect(seen).toEqual([job]);
    release();
    await Promise.all([silent.close(), other.close()]);
  });

  it.skipIf(skip)("refuses a payload without a tenant", async () => {
    await withQueues(async (queues) => {
      await expect(queues.enqueue("ingest", { tenant_id: "", job_id: newId() })).rejects.toThrow();
    });
  });
});
