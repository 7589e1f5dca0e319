import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createShop, environment, origin, type Parley, startModel, startParley } from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import { type Restartable, startServices } from "../bench/services.ts";
import { Ledger, settledStore } from "./ledger.ts";
import { OutageLoad, type Reads, type Target, timeToRecovery } from "./outage-load.ts";
import { reportFaults } from "./report.ts";

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
  const services = await startServices();
  const folder = await mkdtemp(join(tmpdir(), "parley-faults-"));
  const model = await startModel({ firstMs: 30, tokenMs: 8, tokens: 40 });
  const env = environment(services, join(folder, "data"), model.url);
  const servers: Parley[] = [];
  const ledger = new Ledger();
  try {
    for (const role of ["worker", "api", "api"]) servers.push(await startParley({ ...env, ROLE: role }));
    const shop = await createShop(env, join(folder, "docs"));
    const target: Target = { apis: servers.slice(1).map(({ api }) => api), origin, tenantId: shop.tenantId };
    const load = new OutageLoad(target, ledger);
    await load.start(visitorsPerInstance);
    const { redis, postgres } = services;
    const withoutRedis = await outages({ times, server: redis, signals: ["SIGKILL"], longestMs: 2_500 }, target, load);
    const signals: NodeJS.Signals[] = ["SIGINT", "SIGQUIT"];
    const withoutPostgres = await outages({ times, server: postgres, signals, longestMs: 1_500 }, target, load);
    await load.stop();
    const problems = await settledStore(services, ledger);
    const exits = servers.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length;
    if (exits > 0) problems.push(`${exits} processes ended`);
    if (withoutRedis.reads.failed + withoutRedis.reads.unavailable > 0) problems.push("reads failed without Redis");
    if (withoutPostgres.reads.failed > 0) problems.push("reads failed without PostgreSQL in another way than 503");
    if ([...withoutRedis.recoveries, ...withoutPostgres.recoveries].some((ms) => ms > recoveryLimitMs))
      problems.push("a recovery took too long");
    const acknowledged = ledger.acknowledged.length;
    return { times, acknowledged, exits, redis: figures(withoutRedis), postgres: figures(withoutPostgres), problems };
  } finally {
    for (const server of servers) await end(server.child, "SIGKILL");
    await end(model.child, "SIGTERM");
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
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
