import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createShop, environment, type Parley, type Shop, startParley } from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import { startServices } from "../bench/services.ts";
import { type EffectServer, startEffectServer } from "./effect-server.ts";
import { reportFaults } from "./report.ts";
import { type Outcome, propose, readOutcome, sayYes, type Write } from "./tool-write.ts";

/**
 * `node dist/scripts/faults/tool-writes.js [writes]`: visitors approve writes at a system that counts what it did, and the process that
 * makes them gets SIGKILL at a random moment between the yes and the stored answer; then it is started again. Each write may have one
 * effect at most, none may be lost silently, and one of which nobody knows what came of it has to be with a person.
 */
const writesAtOnce = 10;
/** The system's time before and after its effect, and from the first yes to the kill, ms: any step of a write may be the last. */
const longestMs = 400;
const killMs = 700;
/** A lease runs out after 15 s, and lost turns are looked for every 5 s. */
const settleMs = 90_000;

interface Tally extends Record<Outcome["kind"], number> {
  kills: number;
  writes: number;
  effects: number;
  problems: string[];
}

async function run(writes: number): Promise<Tally> {
  const services = await startServices();
  const folder = await mkdtemp(join(tmpdir(), "parley-faults-"));
  const effects = await startEffectServer();
  const env = {
    ...environment(services, join(folder, "data"), ""),
    MODEL_PROVIDER: "extractive",
    TOOL_PRIVATE_HOSTS: "127.0.0.1",
  };
  const tally: Tally = {
    kills: 0,
    writes: 0,
    effects: 0,
    completed: 0,
    unknown: 0,
    notMade: 0,
    unsettled: 0,
    problems: [],
  };
  let parley = await startParley(env);
  try {
    const shop = await createShop(env, join(folder, "docs"));
    await declareTool(parley.api, shop, effects.url);
    while (tally.writes < writes) {
      const asked = await Promise.all(
        Array.from({ length: Math.min(writesAtOnce, writes - tally.writes) }, () => propose(parley.api, shop)),
      );
      parley = await killAmid(parley, { env, asked, effects });
      tally.kills += 1;
      for (const outcome of await Promise.all(asked.map((write) => settle(parley.api, { shop, write, effects }))))
        count(tally, outcome);
      process.stderr.write(`${JSON.stringify({ ...tally, problems: tally.problems.length })}\n`);
    }
    return tally;
  } finally {
    await end(parley.child, "SIGKILL");
    await effects.close();
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends the process at a random moment of these visitors' yes, and starts it again. */
async function killAmid(
  parley: Parley,
  { env, asked, effects }: { env: Record<string, string>; asked: Write[]; effects: EffectServer },
): Promise<Parley> {
  effects.delays.before = Math.random() * longestMs;
  effects.delays.after = Math.random() * longestMs;
  // Not all at the same step when the process dies.
  const answers = asked.map(async (write) => {
    await sleep(Math.random() * killMs);
    await sayYes(parley.api, write).catch(() => undefined);
  });
  await sleep(200 + Math.random() * killMs);
  await end(parley.child, "SIGKILL");
  await Promise.all(answers);
  effects.delays.before = 0;
  effects.delays.after = 0;
  return startParley(env);
}

/** Waits until nothing is under way any more; a yes that was not taken before the kill is given once more. */
async function settle(
  api: string,
  { shop, write, effects }: { shop: Shop; write: Write; effects: EffectServer },
): Promise<Outcome & { effects: number }> {
  const deadline = Date.now() + settleMs;
  for (;;) {
    const outcome = await readOutcome(api, shop, write);
    if (outcome.isPending || outcome.hasFailed) await sayYes(api, write).catch(() => undefined);
    if (outcome.kind !== "unsettled" || Date.now() > deadline)
      return { ...outcome, effects: effects.effects.get(write.booking) ?? 0 };
    await sleep(500);
  }
}

function count(tally: Tally, { kind, effects, problems, booking }: Outcome & { effects: number }): void {
  tally.writes += 1;
  tally.effects += effects;
  tally[kind] += 1;
  const say = (what: string) => tally.problems.push(`${booking}: ${what}`);
  problems.forEach(say);
  if (effects > 1) say(`${effects} effects`);
  if (kind === "completed" && effects !== 1) say("told as made, and was not");
  if (kind === "notMade" && effects > 0) say("made, and lost silently");
  if (kind === "unsettled") say("nothing was told of it");
}

async function declareTool(api: string, { apiKey }: Shop, url: string): Promise<void> {
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const response = await fetch(`${api}/admin/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const connection = await post("tools/connections", {
    name: `Bookings ${randomUUID().slice(0, 4)}`,
    kind: "rest",
    url,
  });
  await post("tools", {
    connection_id: connection.id,
    name: "move_booking",
    title: "Move a booking",
    description: "Moves a booking to another day.",
    input_schema: {
      type: "object",
      properties: { booking: { type: "string", maxLength: 40 } },
      required: ["booking"],
      additionalProperties: false,
    },
    request: { method: "POST", path: "/moves", body: { booking: "{{booking}}" } },
    kind: "write",
    audience: "everyone",
    approval: "visitor",
    is_active: true,
    examples: ["Please move booking B-1 to Friday"],
    argument_sources: { booking: { from: "message", pattern: "\\b(B-[0-9]{4})" } },
    result_template: "Booking {{booking}} was moved.",
  });
}

await reportFaults(run, 200);
