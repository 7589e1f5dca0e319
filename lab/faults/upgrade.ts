import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { toUrl } from "../../server/core/text/parse-url.ts";
import { createShop, environment, origin, startModel, startParley } from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import { startServices } from "../bench/services.ts";
import { compareStore, Ledger } from "./ledger.ts";
import { buildVersion } from "./previous-version.ts";
import { reportFaults } from "./report.ts";
import { type Serving, UpgradeLoad } from "./upgrade-load.ts";

const execute = promisify(execFile);

/**
 * `node dist/lab/faults/upgrade.js [seconds] [revision] [visitors]`: the previous version's processes (of the newest tag, or of a revision)
 * serve visitors and agents; the database is migrated under them, this version's processes start beside them, and they go. No process
 * may end by itself, no stream be cut but by one that stops, and nothing that was acknowledged be lost.
 */
const newScripts = join(import.meta.dirname, "../../scripts");
const visitors = Number(process.argv[4] ?? 10);
const agents = 2;

interface Upgrade {
  services: Awaited<ReturnType<typeof startServices>>;
  env: Record<string, string>;
  oldScripts: string;
  folder: string;
  serving: Serving[];
  problems: string[];
}

async function run(seconds: number) {
  const previous = await buildVersion(process.argv[3]);
  const services = await startServices();
  const folder = await mkdtemp(join(tmpdir(), "parley-upgrade-"));
  const model = await startModel({ firstMs: 60, tokenMs: 8, tokens: 60 });
  const env = environment(services, join(folder, "data"), model.url);
  const upgrade: Upgrade = { services, env, oldScripts: previous.scripts, folder, serving: [], problems: [] };
  try {
    return { seconds, previous: previous.revision, ...(await rollOut(upgrade, seconds)) };
  } finally {
    for (const { child } of upgrade.serving) await end(child, "SIGKILL");
    await end(model.child, "SIGTERM");
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function rollOut(upgrade: Upgrade, seconds: number) {
  const { env, oldScripts, folder, serving, problems } = upgrade;
  // The first makes no demo tenant; once there is a tenant, the second does not, either.
  const old = [await start(upgrade, "previous", { ...env, ROLE: "api" })];
  const shop = await createShop(env, join(folder, "docs"), oldScripts);
  old.push(await start(upgrade, "previous", env));
  const ledger = new Ledger();
  const load = new UpgradeLoad(serving, { ...shop, origin }, ledger);
  load.start({ visitors, agents });
  let migratedMs = 0;
  let young: Serving[] = [];
  try {
    ({ migratedMs, young } = await changeOver(upgrade, { old, load, seconds }));
  } finally {
    // While there is somebody to be asked: what it meets afterwards would hide why it ended.
    await load.stop();
  }
  const superuser = toUrl(upgrade.services.migrationUrl);
  superuser.username = "postgres";
  problems.push(...load.problems, ...(await compareStore(superuser.href, ledger.acknowledged)));
  for (const each of young) problems.push(...(await stop(each)));
  return { migratedMs, acknowledged: ledger.acknowledged.length, ...load.counts, problems };
}

/** The database is migrated under the old processes, new ones start beside them, and the old ones go. */
async function changeOver(
  upgrade: Upgrade,
  { old, load, seconds }: { old: Serving[]; load: UpgradeLoad; seconds: number },
): Promise<{ migratedMs: number; young: Serving[] }> {
  const { env, problems } = upgrade;
  const say = (what: string) =>
    process.stderr.write(`${what}: ${JSON.stringify(load.counts)} ${load.problems.join("; ")}\n`);
  await sleep(seconds * 1_000);
  say("previous alone");
  const from = Date.now();
  await execute(process.execPath, [join(newScripts, "parley.js"), "migrate", "--json"], { env });
  const migratedMs = Date.now() - from;
  await sleep(seconds * 1_000);
  say("migrated");
  // They find a database that is migrated, as behind a deployment that migrates first.
  const withoutOwner = { ...env, MIGRATION_DATABASE_URL: "" };
  const young = [
    await start(upgrade, "new", withoutOwner),
    await start(upgrade, "new", { ...withoutOwner, ROLE: "api" }),
  ];
  await sleep(seconds * 1_000);
  say("both");
  for (const each of old) problems.push(...(await stop(each)));
  await sleep(seconds * 1_000);
  say("new alone");
  return { migratedMs, young };
}

/** Starts a process of one of the versions and watches it: it may not end before it is told to. */
async function start(
  { oldScripts, serving, problems }: Upgrade,
  version: "previous" | "new",
  env: Record<string, string>,
): Promise<Serving> {
  const started = await startParley(env, version === "new" ? newScripts : oldScripts);
  const process = { ...started, version, isStopping: false };
  process.child.once("exit", (code, signal) => {
    if (process.isStopping) return;
    process.isStopping = true;
    problems.push(`a ${version} process ended by itself (${code ?? signal})`);
  });
  serving.push(process);
  return process;
}

/** Ends it as a deployment does. */
async function stop(process: Serving): Promise<string[]> {
  if (process.child.exitCode !== null) return [];
  process.isStopping = true;
  await end(process.child, "SIGTERM");
  const { exitCode } = process.child;
  return exitCode === 0 ? [] : [`a ${process.version} process that was told to stop ended with ${exitCode}`];
}

await reportFaults(run, 20);
