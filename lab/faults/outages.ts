import { setTimeout as sleep } from "node:timers/promises";
import { origin } from "../bench/parley.ts";
import type { Restartable } from "../bench/services.ts";
import { onStage } from "../bench/stage.ts";
import { Ledger, settledStore } from "./ledger.ts";
import { OutageLoad, type Reads, type Target, timeToRecovery } from "./outage-load.ts";
import { endedProcesses, reportFaults } from "./report.ts";

/**
 * `node dist/lab/faults/outages.js [times]`: kills Redis and restarts PostgreSQL under load, with two API processes and a worker on one
 * machine. Counts exits, failed history reads, and the time to recovery.
 */
const visitorsPerInstance = 3;
const recoveryLimitMs = 10_000;

interface Outage {
  times: number;
  server: Restartable;
  signals: NodeJS.Signals[];
  longestMs: number;
}

interface Result {
  reads: Reads;
  recoveries: number[];
}

async function run(times: number) {
  const ledger = new Ledger();
  return onStage({ model: { firstMs: 30, tokenMs: 8, tokens: 40 } }, async (stage) => {
    for (const ROLE of ["worker", "api", "api"]) await stage.start({ ROLE });
    const { tenantId } = await stage.shop();
    const target: Target = { apis: stage.servers.slice(1).map(({ api }) => api), origin, tenantId };
    const load = new OutageLoad(target, ledger);
    await load.start(visitorsPerInstance);
    const { redis, postgres } = stage.services;
    const withoutRedis = await outages({ times, server: redis, signals: ["SIGKILL"], longestMs: 2_500 }, target, load);
    const signals: NodeJS.Signals[] = ["SIGINT", "SIGQUIT"];
    const withoutPostgres = await outages({ times, server: postgres, signals, longestMs: 1_500 }, target, load);
    await load.stop();
    const problems = [...(await settledStore(stage.services, ledger)), ...endedProcesses(stage)];
    if (withoutRedis.reads.failed + withoutRedis.reads.unavailable > 0) problems.push("reads failed without Redis");
    if (withoutPostgres.reads.failed > 0) problems.push("reads failed without PostgreSQL in another way than 503");
    if ([...withoutRedis.recoveries, ...withoutPostgres.recoveries].some((ms) => ms > recoveryLimitMs))
      problems.push("a recovery took too long");
    const acknowledged = ledger.acknowledged.length;
    return { times, acknowledged, redis: figures(withoutRedis), postgres: figures(withoutPostgres), problems };
  });
}

async function outages(outage: Outage, target: Target, load: OutageLoad): Promise<Result> {
  const recoveries: number[] = [];
  load.takeReads();
  for (let done = 0; done < outage.times; done += 1) {
    await outage.server.end(outage.signals[done % outage.signals.length] ?? "SIGKILL");
    await sleep(200 + Math.random() * outage.longestMs);
    await outage.server.start();
    recoveries.push(await timeToRecovery(target, load, recoveryLimitMs * 3));
    process.stderr.write(`${JSON.stringify({ done: done + 1, recoveryMs: recoveries.at(-1), reads: load.reads })}\n`);
  }
  return { reads: load.takeReads(), recoveries };
}

function figures({ reads, recoveries }: Result) {
  const sorted = recoveries.toSorted((a, b) => a - b);
  return { reads, recoveryMs: { p50: sorted[Math.floor(sorted.length / 2)], most: sorted.at(-1) } };
}

await reportFaults(run, 20);
