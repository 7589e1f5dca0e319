import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { toUrl } from "../../server/core/text/parse-url.ts";
import { createShop, environment, origin, type Parley, startModel, startParley } from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import { startServices } from "../bench/services.ts";
import { Ledger, settledStore } from "./ledger.ts";
import { OutageLoad, type Target, timeToRecovery } from "./outage-load.ts";
import { reportFaults } from "./report.ts";
import { freezable, type SilentPeer, startSilentProxy } from "./silent-peer.ts";

/**
 * `node dist/lab/faults/silent-database.js [seconds]`: PostgreSQL stops responding under load, first frozen by SIGSTOP, then behind a proxy
 * that drops all bytes. Two processes answer and run jobs. Records the responses of `/readyz` and `/healthz`, the request times, and the
 * time to recovery.
 */
const visitorsPerInstance = 3;
const recoveryLimitMs = 10_000;
/** Time limit for the error response to a request that cannot be served, in ms. */
const answerLimitMs = 15_000;
const healthLimitMs = 1_000;

async function run(seconds: number) {
  const services = await startServices();
  const proxy = await startSilentProxy(Number(toUrl(services.databaseUrl).port));
  const folder = await mkdtemp(join(tmpdir(), "parley-silence-"));
  const model = await startModel({ firstMs: 30, tokenMs: 8, tokens: 40 });
  const databaseUrl = proxy.through(services.databaseUrl);
  const env = environment({ ...services, databaseUrl }, join(folder, "data"), model.url);
  const servers: Parley[] = [];
  const ledger = new Ledger();
  try {
    for (let count = 0; count < 2; count += 1) servers.push(await startParley({ ...env, DEMO: "off" }));
    const shop = await createShop({ ...env, DATABASE_URL: services.databaseUrl }, join(folder, "docs"));
    const target: Target = { apis: servers.map(({ api }) => api), origin, tenantId: shop.tenantId };
    const load = new OutageLoad(target, ledger);
    await load.start(visitorsPerInstance);
    const peers = { frozen: freezable(services.postgresPid), "cut off": proxy };
    const silences = [];
    for (const [name, peer] of Object.entries(peers)) {
      await sleep(5_000);
      silences.push(await silence({ name, peer, seconds }, target, load));
    }
    await load.stop();
    const problems = [...silences.flatMap((each) => each.problems), ...(await settledStore(services, ledger))];
    if (servers.some(({ child }) => child.exitCode !== null || child.signalCode !== null))
      problems.push("a process ended");
    const acknowledged = ledger.acknowledged.length;
    return { seconds, acknowledged, sent: ledger.sendings.length, silences, problems };
  } finally {
    await services.stop().finally(() => proxy.close());
    for (const server of servers) await end(server.child, "SIGKILL");
    await end(model.child, "SIGTERM");
    await rm(folder, { recursive: true, force: true });
  }
}

interface Silence {
  name: string;
  peer: SilentPeer;
  seconds: number;
}

async function silence({ name, peer, seconds }: Silence, target: Target, load: OutageLoad) {
  load.takeReads();
  const watch = new Watch(target.apis[0] ?? "");
  await peer.silence();
  await sleep(seconds * 1_000);
  await peer.speak();
  watch.isOver();
  const recoveryMs = await timeToRecovery(target, load, recoveryLimitMs * 3);
  const { readyz, slowestHealthMs } = await watch.stop();
  const reads = load.takeReads();
  const problems = [];
  if (recoveryMs > recoveryLimitMs) problems.push(`${name}: recovered after ${recoveryMs} ms`);
  if (reads.failed > 0) problems.push(`${name}: reads failed in another way than 503`);
  if (reads.slowestMs > answerLimitMs) problems.push(`${name}: a read took ${reads.slowestMs} ms`);
  if (slowestHealthMs > healthLimitMs) problems.push(`${name}: /healthz took ${slowestHealthMs} ms`);
  return { name, recoveryMs, reads, readyz, slowestHealthMs, problems };
}

const askEveryMs = 200;
const askLimitMs = 5_000;

/** Polls the health of one process; records each change of its response with the seconds since the silence began or ended. */
class Watch {
  readonly #base: string;
  readonly #changes: string[] = [];
  #from = Date.now();
  #phase = "silent";
  #isStopped = false;
  #slowestHealthMs = 0;
  readonly #work: Promise<void>;

  constructor(api: string) {
    this.#base = toUrl(api).origin;
    this.#work = Promise.all([this.#watchReady(), this.#watchHealth()]).then(() => {});
  }

  isOver(): void {
    this.#phase = "back";
    this.#from = Date.now();
  }

  async stop(): Promise<{ readyz: string[]; slowestHealthMs: number }> {
    this.#isStopped = true;
    await this.#work;
    return { readyz: this.#changes, slowestHealthMs: Math.round(this.#slowestHealthMs) };
  }

  async #watchReady(): Promise<void> {
    let last = "";
    while (!this.#isStopped || last !== "200") {
      const status = await this.#ask("/readyz");
      if (status !== last) {
        this.#changes.push(`${this.#phase} ${((Date.now() - this.#from) / 1_000).toFixed(1)} s: ${status}`);
        last = status;
      }
      if (this.#isStopped) return;
      await sleep(askEveryMs);
    }
  }

  async #watchHealth(): Promise<void> {
    while (!this.#isStopped) {
      const began = performance.now();
      await this.#ask("/healthz");
      this.#slowestHealthMs = Math.max(this.#slowestHealthMs, performance.now() - began);
      await sleep(askEveryMs);
    }
  }

  #ask(path: string): Promise<string> {
    return fetch(`${this.#base}${path}`, { signal: AbortSignal.timeout(askLimitMs) }).then(
      async (response) => {
        await response.text();
        return String(response.status);
      },
      () => "no answer",
    );
  }
}

await reportFaults(run, 60);
