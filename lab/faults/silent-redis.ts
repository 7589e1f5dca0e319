import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import type pg from "pg";
import { toUrl } from "../../server/core/text/parse-url.ts";
import { callAdmin, origin } from "../bench/parley.ts";
import { onStage } from "../bench/stage.ts";
import { Ledger, settledStore } from "./ledger.ts";
import { OutageLoad, type Target, timeToRecovery } from "./outage-load.ts";
import { endedProcesses, reportFaults } from "./report.ts";
import { freezable, type SilentPeer, startSilentProxy } from "./silent-peer.ts";

/**
 * `node dist/lab/faults/silent-redis.js [seconds]`: Redis stops responding under load: frozen by SIGSTOP, behind a proxy that drops all
 * bytes, and without the right to run scripts. Two API processes and a worker; a document is added every few seconds. Records the responses
 * of `/readyz`, the log lines, and the time until recovery, until the first document was processed, and until all were.
 */
const visitorsPerInstance = 2;
const recoveryLimitMs = 10_000;
/** The server checks its Redis rights every ten seconds. */
const readyzLimitMs = 20_000;
/** Processing a document takes a second or two, and two are processed at once. */
const documentsLimitMs = 60_000;
const documentEveryMs = 5_000;
const linesPerMinute = 10;
const granted = ["~parley:*", "&parley:*", "+@all", "-@admin", "-@dangerous"];

interface Place {
  /** Connection of the superuser. */
  database: pg.Client;
  target: Target;
  load: OutageLoad;
  apiKey: string;
  bases: string[];
  /** Returns log lines of each process since the last call. */
  takeLines(): string[][];
}

async function run(seconds: number) {
  const ledger = new Ledger();
  return onStage({ model: { firstMs: 30, tokenMs: 8, tokens: 40 } }, async (stage) => {
    const { services } = stage;
    const admin = new Redis(services.redisUrl);
    stage.atEnd(() => admin.disconnect());
    await admin.call("ACL", "SETUSER", "parley", "on", ">secret", ...granted);
    const proxy = await startSilentProxy(Number(toUrl(services.redisUrl).port));
    stage.atEnd(() => proxy.close());
    stage.env.REDIS_URL = proxy.through(services.redisUrl.replace("//", "//parley:secret@"));
    const lines: string[][] = [];
    for (const ROLE of ["worker", "api", "api"]) {
      const own: string[] = [];
      lines.push(own);
      await stage.start({ ROLE }, { onLog: (text) => own.push(...text.trim().split("\n")) });
    }
    const { tenantId, apiKey } = await stage.shop();
    const apis = stage.servers.map(({ api }) => api);
    const target: Target = { apis: apis.slice(1), origin, tenantId };
    const load = new OutageLoad(target, ledger);
    await load.start(visitorsPerInstance);
    const bases = apis.slice(0, 2).map((api) => toUrl(api).origin);
    const takeLines = () => lines.map((own) => own.splice(0));
    const place: Place = { database: await stage.admin(), target, load, apiKey, bases, takeLines };
    const peers = { frozen: freezable(services.redisPid), "cut off": proxy, "without scripts": withoutScripts(admin) };
    const silences = [];
    for (const [name, peer] of Object.entries(peers)) {
      await sleep(5_000);
      silences.push(await silence({ name, peer, seconds }, place));
      process.stderr.write(`${JSON.stringify(silences.at(-1))}\n`);
    }
    await load.stop();
    const found = silences.flatMap((each) => each.problems);
    const problems = [...found, ...(await settledStore(services, ledger)), ...endedProcesses(stage)];
    return { seconds, sent: ledger.sendings.length, acknowledged: ledger.acknowledged.length, silences, problems };
  });
}

/** A Redis that rejects scripts, and with them the queue, the cache and shared limits. */
function withoutScripts(admin: Redis): SilentPeer {
  return {
    silence: async () => void (await admin.call("ACL", "SETUSER", "parley", "-@scripting")),
    speak: async () => void (await admin.call("ACL", "SETUSER", "parley", ...granted)),
  };
}

interface Silence {
  name: string;
  peer: SilentPeer;
  seconds: number;
}

async function silence({ name, peer, seconds }: Silence, place: Place) {
  const { target, load } = place;
  load.takeReads();
  place.takeLines();
  await peer.silence();
  const from = Date.now();
  let documents = 0;
  while (Date.now() - from < seconds * 1_000) {
    await addDocument(place, `${name} ${documents}`);
    documents += 1;
    await sleep(documentEveryMs);
  }
  const during = await Promise.all(place.bases.map(failing));
  const waiting = await unfinished(place);
  await peer.speak();
  const [recoveryMs, queueMs, documentsMs, readyzMs] = await Promise.all([
    timeToRecovery(target, load, recoveryLimitMs * 3),
    timeUntil(async () => (await unfinished(place)) < waiting),
    timeUntil(async () => (await unfinished(place)) === 0),
    timeUntil(async () => (await Promise.all(place.bases.map(failing))).every((names) => names === "")),
  ]);
  const minutes = Math.max(1, (Date.now() - from) / 60_000);
  const lines = place.takeLines().map((own) => Math.round(own.length / minutes));
  const reads = load.takeReads();
  const problems = [];
  if (recoveryMs > recoveryLimitMs) problems.push(`${name}: recovered after ${recoveryMs} ms`);
  if (queueMs > recoveryLimitMs) problems.push(`${name}: the queue moved ${queueMs} ms later`);
  if (documentsMs > documentsLimitMs) problems.push(`${name}: documents were read ${documentsMs} ms later`);
  if (readyzMs > readyzLimitMs) problems.push(`${name}: /readyz was well ${readyzMs} ms later`);
  if (during.some((names) => names === "")) problems.push(`${name}: /readyz did not notice`);
  if (lines.some((count) => count >= linesPerMinute)) problems.push(`${name}: ${lines} lines a minute`);
  if (reads.failed + reads.unavailable > 0) problems.push(`${name}: reads failed ${JSON.stringify(reads.kinds)}`);
  return { name, documents, recoveryMs, queueMs, documentsMs, readyzMs, during, lines, reads, problems };
}

async function addDocument({ target, apiKey }: Place, title: string): Promise<void> {
  const body = { source: `${title}.md`, title, content: `# ${title}\n\nA kite of the kind ${title} flies.` };
  await callAdmin(target.apis[0] ?? "", { apiKey }, { path: "documents", body });
}

/** Number of document jobs that are not done, including failed ones. */
async function unfinished({ database }: Place): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from jobs where status <> 'done' and kind in ('ingest', 'embed')",
  );
  return rows[0]?.count ?? 0;
}

/** The failing checks of `/readyz` with their messages. */
async function failing(base: string): Promise<string> {
  const response = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(10_000) });
  const { checks } = (await response.json()) as { checks: { name: string; ok: boolean; detail?: string }[] };
  const names = checks.filter(({ ok }) => !ok).map(({ name, detail }) => (detail ? `${name} (${detail})` : name));
  return names.length > 0 ? `${response.status} ${names.join(", ")}` : "";
}

async function timeUntil(condition: () => Promise<boolean>): Promise<number> {
  const from = Date.now();
  while (Date.now() - from < recoveryLimitMs * 12 && !(await condition().catch(() => false))) await sleep(200);
  return Date.now() - from;
}

await reportFaults(run, 60);
