import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import pg from "pg";
import { toUrl } from "../../server/core/text/parse-url.ts";
import { createShop, environment, origin, type Parley, startModel, startParley } from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import { type Services, startServices } from "../bench/services.ts";
import { Ledger, settledStore } from "./ledger.ts";
import { OutageLoad, type Target, timeToRecovery } from "./outage-load.ts";
import { reportFaults } from "./report.ts";
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
  services: Services;
  target: Target;
  load: OutageLoad;
  apiKey: string;
  bases: string[];
  /** Returns log lines of each process since the last call. */
  takeLines(): string[][];
}

async function run(seconds: number) {
  const services = await startServices();
  const admin = new Redis(services.redisUrl);
  await admin.call("ACL", "SETUSER", "parley", "on", ">secret", ...granted);
  const proxy = await startSilentProxy(Number(toUrl(services.redisUrl).port));
  const redisUrl = proxy.through(services.redisUrl.replace("//", "//parley:secret@"));
  const folder = await mkdtemp(join(tmpdir(), "parley-silence-"));
  const model = await startModel({ firstMs: 30, tokenMs: 8, tokens: 40 });
  const env = environment({ ...services, redisUrl }, join(folder, "data"), model.url);
  const servers: Parley[] = [];
  const lines: string[][] = [];
  const ledger = new Ledger();
  try {
    for (const ROLE of ["worker", "api", "api"]) {
      const own: string[] = [];
      lines.push(own);
      servers.push(await startParley({ ...env, ROLE }, undefined, (text) => own.push(...text.trim().split("\n"))));
    }
    const shop = await createShop(env, join(folder, "docs"));
    const target: Target = { apis: servers.slice(1).map(({ api }) => api), origin, tenantId: shop.tenantId };
    const load = new OutageLoad(target, ledger);
    await load.start(visitorsPerInstance);
    const bases = servers.slice(0, 2).map(({ api }) => toUrl(api).origin);
    const takeLines = () => lines.map((own) => own.splice(0));
    const place: Place = { services, target, load, apiKey: shop.apiKey, bases, takeLines };
    const peers = { frozen: freezable(services.redisPid), "cut off": proxy, "without scripts": withoutScripts(admin) };
    const silences = [];
    for (const [name, peer] of Object.entries(peers)) {
      await sleep(5_000);
      silences.push(await silence({ name, peer, seconds }, place));
      process.stderr.write(`${JSON.stringify(silences.at(-1))}\n`);
    }
    await load.stop();
    const problems = [...silences.flatMap((each) => each.problems), ...(await settledStore(services, ledger))];
    if (servers.some(({ child }) => child.exitCode !== null || child.signalCode !== null))
      problems.push("a process ended");
    return {
      ...{ seconds, sent: ledger.sendings.length, acknowledged: ledger.acknowledged.length },
      ...{ silences, problems },
    };
  } finally {
    admin.disconnect();
    for (const server of servers) await end(server.child, "SIGKILL");
    await services.stop().finally(() => proxy.close());
    await end(model.child, "SIGTERM");
    await rm(folder, { recursive: true, force: true });
  }
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
  const response = await fetch(`${target.apis[0]}/admin/documents`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ source: `${title}.md`, title, content: `# ${title}\n\nA kite of the kind ${title} flies.` }),
  });
  if (!response.ok) throw new Error(`a document was refused: ${response.status} ${await response.text()}`);
}

/** Number of document jobs that are not done, including failed ones. */
async function unfinished({ services }: Place): Promise<number> {
  const client = new pg.Client({ connectionString: services.superuserUrl });
  await client.connect();
  const { rows } = await client
    .query<{ count: number }>(
      "select count(*)::int as count from jobs where status <> 'done' and kind in ('ingest', 'embed')",
    )
    .finally(() => client.end());
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
