import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { killRound } from "../../lab/faults/kill-round.ts";
import { Ledger } from "../../lab/faults/ledger.ts";
import { makeDataFolder } from "./support/database.ts";
import { ParleyProcess } from "./support/parley-process.ts";
import { type ScriptedModel, startScriptedModel } from "./support/scripted-model.ts";

/** One kill of a process with its own database. `node dist/lab/faults/kills.js` makes the long run on PostgreSQL and Redis. */
const origin = "https://shop.example";
const turns = 4;
/** Other tests run at the same time, so a turn may end late. The long run, on a machine of its own, shows that it ends within 30 s. */
const settleLimitMs = 120_000;

let model: ScriptedModel;
let parley: ParleyProcess;
let folder: string;
let tenantId: string;

beforeAll(async () => {
  model = await startScriptedModel();
  const words = Array.from({ length: 80 }, (_, index) => `word${index}`).join(" ");
  model.on("generate", { type: "text", text: `${words} [1].`, tokenDelay: 20 });
  parley = await ParleyProcess.startOn(await makeDataFolder(), {
    DEMO: "off",
    MODEL_PROVIDER: "openai",
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: model.url,
    LOG_LEVEL: "warn",
    RATE_LIMIT_INIT_PER_MINUTE: "0",
    RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
    RATE_LIMIT_CALLS_PER_MINUTE: "0",
  });
  const created = await parley.cli("tenant", "create", "--name", "Shop", "--origin", origin);
  tenantId = (created as { tenant_id: string }).tenant_id;
  folder = await mkdtemp(join(tmpdir(), "parley-kites-"));
  await writeFile(
    join(folder, "kites.md"),
    "# Kites\n\n## How do I repair a kite model?\n\nYou repair it with patches.\n",
  );
  await parley.cli("knowledge", "add", folder, "--tenant", tenantId, "--wait");
});
afterAll(async () => {
  await parley?.[Symbol.asyncDispose]();
  await model?.close();
  if (folder) await rm(folder, { recursive: true });
});

it("a process killed in the middle of answers loses and doubles nothing, and every turn ends after its restart", async () => {
  const ledger = new Ledger();
  const server = {
    api: () => `${parley.url}/api/v1`,
    kill: () => parley.kill(),
    restart: () => parley.restart(),
  };
  const round = await killRound(server, { ledger, tenantId, origin, turns, afterMs: 1_200, settleLimitMs });
  expect(round.problems).toEqual([]);
  expect(round.answered + round.retryable).toBe(turns);
  // A second message was pending behind each running turn.
  expect(ledger.acknowledged).toHaveLength(turns + round.waiting);
});
