import type { Parley, Shop } from "../bench/parley.ts";
import { onStage, type Stage } from "../bench/stage.ts";
import { declareMove, type ToolProtocol } from "./declare-move.ts";
import { type EffectServer, startEffectServer } from "./effect-server.ts";
import { reportFaults } from "./report.ts";
import {
  killAtStep,
  type Outcome,
  propose,
  settleWrite,
  type Write,
  type WriteStep,
  writeSteps,
} from "./tool-write.ts";

/**
 * `node dist/lab/faults/tool-writes.js [kills] [rest|mcp]`: a visitor approves a write on a system that counts its effects; the process
 * that executes it is killed with SIGKILL at each step in turn and restarted. A write may have at most one effect, none may be lost
 * silently, and a write with an unknown result must be handed over.
 */
const writesBetweenLooks = 36;

interface Tally extends Record<Outcome["kind"], number> {
  protocol: ToolProtocol;
  kills: number;
  /** Kills at each step, and writes that did not reach the step. */
  at: Record<WriteStep, number>;
  missed: number;
  effects: number;
  seconds: number;
  problems: string[];
}

interface Setting {
  stage: Stage;
  parley: Parley;
  shop: Shop;
  effects: EffectServer;
  protocol: ToolProtocol;
}

async function run(kills: number): Promise<Tally> {
  const protocol = process.argv[3] === "mcp" ? "mcp" : "rest";
  return onStage({ env: { TOOL_PRIVATE_HOSTS: "127.0.0.1", LOG_LEVEL: "error" } }, async (stage) => {
    const effects = await startEffectServer();
    stage.atEnd(() => effects.close());
    const setting: Setting = { stage, parley: await stage.start(), effects, protocol, shop: await stage.shop() };
    const example = "Please move booking B-1 to Friday";
    await declareMove(setting.parley.api, setting.shop, { effects, protocol, approval: "visitor", example });
    return killMany(setting, kills);
  });
}

/** Results are checked later, so that later kills also hit resumed turns. */
async function killMany(setting: Setting, kills: number): Promise<Tally> {
  const tally = emptyTally(setting.protocol);
  const began = Date.now();
  let open: { write: Write; step: WriteStep }[] = [];
  while (tally.kills < kills) {
    const step = writeSteps[tally.kills % writeSteps.length] ?? "yes";
    const write = await propose(setting.parley.api, setting.shop);
    const wasReached = await killAtStep(setting.parley, { step, write, effects: setting.effects });
    setting.parley = await setting.stage.start();
    tally.kills += 1;
    tally.at[step] += 1;
    if (!wasReached) tally.missed += 1;
    open.push({ write, step });
    if (open.length === writesBetweenLooks || tally.kills === kills) {
      for (const one of open) count(tally, { ...one, ...(await settledIn(setting, one.write)) });
      open = [];
      tally.seconds = Math.round((Date.now() - began) / 1_000);
      process.stderr.write(`${JSON.stringify({ ...tally, problems: tally.problems.length })}\n`);
    }
  }
  return tally;
}

async function settledIn({ parley, shop, effects }: Setting, write: Write): Promise<Outcome & { effects: number }> {
  const outcome = await settleWrite(parley.api, shop, write);
  return { ...outcome, effects: effects.effects.get(write.booking) ?? 0 };
}

function emptyTally(protocol: ToolProtocol): Tally {
  const at = { yes: 0, called: 0, done: 0, answered: 0, resulted: 0, told: 0 };
  const kinds = { completed: 0, unknown: 0, notMade: 0, unsettled: 0 };
  return { protocol, kills: 0, at, missed: 0, effects: 0, ...kinds, seconds: 0, problems: [] };
}

function count(tally: Tally, about: Outcome & { effects: number; step: WriteStep }): void {
  const { kind, effects, problems, booking, step } = about;
  tally.effects += effects;
  tally[kind] += 1;
  const say = (what: string) => tally.problems.push(`${booking}, killed at ${step}: ${what}`);
  problems.forEach(say);
  if (effects > 1) say(`${effects} effects`);
  if (kind === "completed" && effects !== 1) say("told as made, and was not");
  if (kind === "notMade" && effects > 0) say("made, and lost silently");
  if (kind === "unsettled") say("nothing was told of it");
}

await reportFaults(run, 200);
