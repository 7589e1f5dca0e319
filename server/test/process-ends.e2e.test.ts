import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { killRound } from "../../scripts/faults/kill-round.ts";
import { Ledger } from "../../scripts/faults/ledger.ts";
import { ParleyProcess } from "./support/parley-process.ts";
import { type ScriptedModel, startScriptedModel } from "./support/scripted-model.ts";
import { VisitorClient } from "./support/visitor-client.ts";
import { waitFor } from "./support/wait-for.ts";

const origin = "https://shop.example";
const question = "How do I repair a kite model?";

let model: ScriptedModel;
let parley: ParleyProcess;
let folder: string;
let tenantId: string;

beforeAll(async () => {
  model = await startScriptedModel();
  parley = await ParleyProcess.start({
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
  await writeFile(join(folder, "kites.md"), `# Kites\n\n## ${question}\n\nYou repair it with patches.\n`);
  await parley.cli("knowledge", "add", folder, "--tenant", tenantId, "--wait");
});
afterAll(async () => {
  await parley?.[Symbol.asyncDispose]();
  await model?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** What the model says, a word at a time. @param words how many, before it names its source. */
function answerSlowly(words: number, tokenDelay: number): void {
  const text = Array.from({ length: words }, (_, index) => `word${index}`).join(" ");
  model.on("generate", { type: "text", text: `${text} [1].`, tokenDelay });
}

/** Asks, and waits until the answer has begun. Resolves with what came of it; undefined when it was cut off. */
async function beginAnswer(): Promise<{ answer: Promise<string | undefined> }> {
  const before = model.requestsOf("generate").length;
  const visitor = await VisitorClient.init(`${parley.url}/api/v1`, tenantId, origin);
  const body = JSON.stringify({ message_id: randomUUID(), content: question });
  const response = await visitor.call("stream", { method: "POST", body });
  const answer = response.text().catch(() => undefined);
  await waitFor(() => model.requestsOf("generate").length > before, { what: "an answer under way" });
  return { answer };
}

/** One kill of a process with its own database; `node dist/scripts/faults/kills.js` makes the long run on PostgreSQL and Redis. */
describe("a process killed in the middle of answers", () => {
  const turns = 4;

  it("loses and doubles nothing, and every turn ends within 30 s of its restart", async () => {
    answerSlowly(80, 20);
    const ledger = new Ledger();
    const server = {
      api: () => `${parley.url}/api/v1`,
      kill: () => parley.kill(),
      restart: () => parley.restart(),
    };
    const round = await killRound(server, { ledger, tenantId, origin, turns, afterMs: 1_200 });
    expect(round.problems).toEqual([]);
    expect(round.answered + round.retryable).toBe(turns);
    // A second message waited behind each whose answer had begun.
    expect(ledger.acknowledged).toHaveLength(turns + round.waiting);
  });
});

describe("a process told to stop", () => {
  beforeEach(async () => {
    if (!parley.isRunning) await parley.restart();
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "by %s, once or twice in one moment as npm tells it, finishes its answers and ends with 0",
    async (signal) => {
      answerSlowly(60, 25);
      const { answer } = await beginAnswer();
      parley.signal(signal);
      parley.signal(signal);
      expect(await parley.ended()).toBe(0);
      expect(await answer).toContain("event: end");
    },
  );

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "by %s a second time ends at once with another code, though an answer is under way",
    async (signal, code) => {
      // Takes longer than the drain and this test do.
      answerSlowly(4_000, 50);
      const { answer } = await beginAnswer();
      parley.output = "";
      parley.signal(signal);
      await waitFor(() => parley.output.includes("Stopping"), { what: "the first signal to be heard" });
      const from = performance.now();
      // As somebody who is impatient.
      const pressing = setInterval(() => parley.signal(signal), 100);
      onTestFinished(() => clearInterval(pressing));
      expect(await parley.ended()).toBe(code);
      expect(performance.now() - from).toBeLessThan(5_000);
      expect(await answer).toBeUndefined();
    },
  );
});
