import { setTimeout as sleep } from "node:timers/promises";
import { toUrl } from "../../server/core/text/parse-url.ts";
import { origin } from "../bench/parley.ts";
import { onStage } from "../bench/stage.ts";
import { Ledger, settledStore } from "./ledger.ts";
import { OutageLoad, type Target, timeToRecovery } from "./outage-load.ts";
import { endedProcesses, reportFaults } from "./report.ts";
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
  const ledger = new Ledger();
  return onStage({ model: { firstMs: 30, tokenMs: 8, tokens: 40 }, env: { DEMO: "off" } }, async (stage) => {
    const { databaseUrl, postgresPid } = stage.services;
    const proxy = await startSilentProxy(Number(toUrl(databaseUrl).port));
    stage.atEnd(() => proxy.close());
    for (let count = 0; count < 2; count += 1) await stage.start({ DATABASE_URL: proxy.through(databaseUrl) });
    const { tenantId } = await stage.shop();
    const target: Target = { apis: stage.servers.map(({ api }) => api), origin, tenantId };
    const load = new OutageLoad(target, ledger);
    await load.start(visitorsPerInstance);
    const peers = { frozen: freezable(postgresPid), "cut off": proxy };
    const silences = [];
    for (const [name, peer] of Object.entries(peers)) {
      await sleep(5_000);
      silences.push(await silence({ name, peer, seconds }, target, load));
    }
    await load.stop();
    const found = silences.flatMap((each) => each.problems);
    const problems = [...found, ...(await settledStore(stage.services, ledger)), ...endedProcesses(stage)];
    return { seconds, acknowledged: ledger.acknowledged.length, sent: ledger.sendings.length, silences, problems };
  });
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
