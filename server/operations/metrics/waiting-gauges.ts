import { Gauge, type Registry } from "prom-client";
import { asError } from "../../core/errors.ts";
import type { Logger } from "../../core/log.ts";
import { queueOf } from "../../core/queues/queues.ts";
import type { Database } from "../../database/database.ts";
import { withSystem } from "../../database/transaction.ts";
import { readWaitingWork, type WaitingWork } from "../../tickets/store/waiting-work.ts";

/** The database is queried at most once in this time, in ms. */
const keptMs = 5_000;
/** Longest wait for these metrics, in ms. After it, the other metrics are returned without them. */
const waitMs = 2_000;

interface Deps {
  db: Database;
  log: Logger;
  /** For tests. */
  keptMs?: number;
}

type Read = () => Promise<WaitingWork | null>;
const queues = [...new Set(Object.values(queueOf))];

/**
 * Gauges of work that waits in the database. Every process reports the same values, because there is one database. When the database does
 * not answer, the gauges are missing and `parley_waiting_known` is 0.
 */
export function addWaitingGauges(registry: Registry, deps: Deps): void {
  const read = keepFor(deps.keptMs ?? keptMs, () => readNow(deps));
  addJobs(registry, read);
  const show = (name: string, help: string, value: (work: WaitingWork) => number) =>
    new Gauge({
      name: `parley_${name}`,
      help,
      registers: [registry],
      async collect() {
        const work = await read();
        // An unknown value is absent, not 0.
        if (work) this.set(value(work));
        else this.remove();
      },
    });
  show(
    "webhooks_waiting",
    "Webhook deliveries that are due in the whole installation.",
    ({ webhooks }) => webhooks.count,
  );
  show(
    "webhooks_oldest_seconds",
    "Time since the oldest due webhook delivery became due.",
    ({ webhooks }) => webhooks.oldest_seconds,
  );
  show("answer_mails_waiting", "Replies by e-mail that are due in the whole installation.", ({ mails }) => mails.count);
  show(
    "answer_mails_oldest_seconds",
    "Time since the oldest due reply by e-mail became due.",
    ({ mails }) => mails.oldest_seconds,
  );
  new Gauge({
    name: "parley_waiting_known",
    help: "1 if the database returned the queue metrics. At 0 they are missing.",
    registers: [registry],
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
}

function addJobs(registry: Registry, read: Read): void {
  type Row = WaitingWork["jobs"][number];
  const show = (name: string, help: string, value: (rows: Row[]) => number) =>
    new Gauge({
      name: `parley_${name}`,
      help,
      labelNames: ["queue"],
      registers: [registry],
      async collect() {
        const work = await read();
        this.reset();
        if (!work) return;
        for (const queue of queues) this.set({ queue }, value(work.jobs.filter(({ kind }) => queueOf[kind] === queue)));
      },
    });
  const count = (rows: Row[], wanted: Row["status"]) =>
    rows.reduce((sum, row) => sum + (row.status === wanted ? row.count : 0), 0);
  show("jobs_waiting", "Queued jobs in the whole installation.", (rows) => count(rows, "queued"));
  show("jobs_running", "Running jobs in the whole installation.", (rows) => count(rows, "running"));
  show("jobs_oldest_seconds", "Age of the oldest unfinished job in the whole installation.", (rows) =>
    Math.max(0, ...rows.map(({ oldest_id }) => ageOf(oldest_id))),
  );
}

/** Seconds since an id was created. A version 7 UUID begins with its time in ms. */
function ageOf(id: string): number {
  return (Date.now() - Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) / 1000;
}

async function readNow({ db, log }: Deps): Promise<WaitingWork | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, waitMs, null);
  });
  const asked = withSystem(db, "count-waiting-work", readWaitingWork).catch((error: unknown) => {
    log.warn({ err: asError(error).message }, "Could not count queued work for the metrics");
    return null;
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** Caches the result for the given time. */
function keepFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let at = Number.NEGATIVE_INFINITY;
  let kept: Promise<T> | undefined;
  return () => {
    if (kept === undefined || performance.now() - at >= ms) {
      at = performance.now();
      kept = read();
    }
    return kept;
  };
}
