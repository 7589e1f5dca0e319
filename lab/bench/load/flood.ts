import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../parley.ts";
import { onStage } from "../stage.ts";
import { work } from "./agents.ts";
import { ingest } from "./ingestion.ts";
import { floodModel, type Installation, install } from "./installation.ts";
import { type Phase, printPhases } from "./print-tables.ts";
import { Random } from "./random.ts";
import { Record, type TenantClass } from "./samples.ts";
import { receiveVisitors } from "./visits.ts";
import { Watch } from "./watch.ts";

/** Command-line options. */
export interface FloodOptions {
  tenants: number;
  /** Visits per second and tenant. */
  rate: number;
  /** Multiple of its share that the first tenant sends during the flood. */
  times: number;
  /** Seconds of each phase. */
  quiet: number;
  flood: number;
  withoutVectors: boolean;
}

/** Warm-up for compiled code, caches and connections; the first seconds are not measured. */
const warmUpSeconds = 15;
/** Pause after a phase, so that its last questions are answered before the next phase begins. */
const settleSeconds = 10;
/** Most concurrent visits of one tenant, so that a stalled server is not overloaded. */
const mostVisits = 400;

/**
 * Runs tenants under normal load, then lets one tenant flood, and compares the times of the others. @returns whether these stay within the
 * limits.
 */
export function measureFlood(options: FloodOptions): Promise<boolean> {
  return onStage({ model: floodModel, env: { DEMO: "off" } }, async (stage) => {
    const installation = await install(stage, options);
    const watch = new Watch(installation.pids, await stage.admin());
    const record = new Record();
    record.begin("warm-up");
    const over = new AbortController();
    // Each visit in progress listens to this signal.
    setMaxListeners(0, over.signal);
    let isFlooding = false;
    const running = startLife(installation, { options, record, over: over.signal, isFlooding: () => isFlooding });
    const phases: Phase[] = [];
    const phase = async (name: string, seconds: number) => {
      process.stderr.write(`${name}, ${seconds} s\n`);
      record.begin(name);
      watch.begin();
      await sleep(seconds * 1_000);
      const watched = await watch.end();
      const samples = record.phases.get(name);
      if (samples) phases.push({ name, seconds, watched, ...samples });
    };
    try {
      await sleep(warmUpSeconds * 1_000);
      await phase("quiet", options.quiet);
      isFlooding = true;
      await phase(`flood ${options.times}x`, options.flood);
      isFlooding = false;
      record.begin("end");
      await sleep(settleSeconds * 1_000);
    } finally {
      over.abort();
      await Promise.allSettled(running);
      await watch.end();
    }
    return printPhases(phases);
  });
}

interface Life {
  options: FloodOptions;
  record: Record;
  over: AbortSignal;
  isFlooding(): boolean;
}

/** Visitors and an agent of every tenant, and one tenant that adds documents. */
function startLife({ apis, shops }: Installation, { options, record, over, isFlooding }: Life): Promise<void>[] {
  const random = new Random(12);
  return shops.flatMap(({ tenantId, apiKey }, nth) => {
    const tenants: TenantClass = nth === 0 ? "flooder" : "others";
    const samples = () => record.of(tenants);
    const rate = () => (nth === 0 && isFlooding() ? options.rate * options.times : options.rate);
    const api = apis[nth % apis.length] ?? "";
    const agent = async () => {
      const key = await createKey(api, { apiKey });
      await work({ api, apiKey: key, samples }, over);
    };
    const life = [
      receiveVisitors(
        { apis, tenantId, random: new Random(random.next() * 1e9), rate, most: mostVisits, samples },
        over,
      ),
      agent(),
    ];
    if (nth === 1) life.push(ingest({ api, apiKey, samples }, over));
    return life;
  });
}
