import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createShop, origin } from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import { onStage, type Stage } from "../bench/stage.ts";
import { compareStore, Ledger } from "./ledger.ts";
import { buildVersion } from "./previous-version.ts";
import { reportFaults } from "./report.ts";
import { type Serving, UpgradeLoad } from "./upgrade-load.ts";

const execute = promisify(execFile);

/**
 * `node dist/lab/faults/upgrade.js [seconds] [revision] [visitors]`: processes of the previous version (the newest tag, or a revision)
 * serve visitors and agents; the database is migrated, processes of this version start, and the old ones stop. No process may exit by
 * itself, only a stopping process may cut a stream, and no acknowledged message may be lost.
 */
const newScripts = join(import.meta.dirname, "../../scripts");
const visitors = Number(process.argv[4] ?? 10);
const agents = 2;

interface Upgrade {
  stage: Stage;
  oldScripts: string;
  serving: Serving[];
  problems: string[];
}

async function run(seconds: number) {
  const previous = await buildVersion(process.argv[3]);
  return onStage({ model: { firstMs: 60, tokenMs: 8, tokens: 60 } }, async (stage) => {
    const upgrade: Upgrade = { stage, oldScripts: previous.scripts, serving: [], problems: [] };
    return { seconds, previous: previous.revision, ...(await rollOut(upgrade, seconds)) };
  });
}

async function rollOut(upgrade: Upgrade, seconds: number) {
  const { stage, oldScripts, serving, problems } = upgrade;
  // The first creates no demo tenant; once a tenant exists, the second creates none either.
  const old = [await start(upgrade, "previous", { ROLE: "api" })];
  const shop = await createShop(stage.env, join(stage.folder, "docs"), oldScripts);
  old.push(await start(upgrade, "previous"));
  const ledger = new Ledger();
  const load = new UpgradeLoad(serving, { ...shop, origin }, ledger);
  load.start({ visitors, agents });
  let migratedMs = 0;
  let young: Serving[] = [];
  try {
    ({ migratedMs, young } = await changeOver(upgrade, { old, load, seconds }));
  } finally {
    // Stop while processes still run: later errors of the load would hide the reason of its end.
    await load.stop();
  }
  problems.push(...load.problems, ...(await compareStore(stage.services.superuserUrl, ledger.acknowledged)));
  for (const each of young) problems.push(...(await stop(each)));
  return { migratedMs, acknowledged: ledger.acknowledged.length, ...load.counts, problems };
}

/** Migrates the database under the old processes, starts new ones and stops the old ones. */
async function changeOver(
  upgrade: Upgrade,
  { old, load, seconds }: { old: Serving[]; load: UpgradeLoad; seconds: number },
): Promise<{ migratedMs: number; young: Serving[] }> {
  const { stage, problems } = upgrade;
  const say = (what: string) =>
    process.stderr.write(`${what}: ${JSON.stringify(load.counts)} ${load.problems.join("; ")}\n`);
  await sleep(seconds * 1_000);
  say("previous alone");
  const from = Date.now();
  await execute(process.execPath, [join(newScripts, "parley.js"), "migrate", "--json"], { env: stage.env });
  const migratedMs = Date.now() - from;
  await sleep(seconds * 1_000);
  say("migrated");
  // They find a migrated database, as in a deployment that migrates first.
  const withoutOwner = { MIGRATION_DATABASE_URL: "" };
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

/** Starts a process of one of the versions and watches it: it must not exit before it is stopped. */
async function start(
  { stage, oldScripts, serving, problems }: Upgrade,
  version: "previous" | "new",
  env: Record<string, string> = {},
): Promise<Serving> {
  const started = await stage.start(env, { folder: version === "new" ? newScripts : oldScripts });
  const process = { ...started, version, isStopping: false };
  process.child.once("exit", (code, signal) => {
    if (process.isStopping) return;
    process.isStopping = true;
    problems.push(`a ${version} process ended by itself (${code ?? signal})`);
  });
  serving.push(process);
  return process;
}

/** Stops it like a deployment. */
async function stop(process: Serving): Promise<string[]> {
  if (process.child.exitCode !== null) return [];
  process.isStopping = true;
  await end(process.child, "SIGTERM");
  const { exitCode } = process.child;
  return exitCode === 0 ? [] : [`a ${process.version} process that was told to stop ended with ${exitCode}`];
}

await reportFaults(run, 20);
