import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  type PlaygroundDraft,
  type PlaygroundRun,
  playgroundDocumentsSchema,
  playgroundRunSchema,
} from "../../../protocol/playground.ts";
import { quantile } from "../overhead/cpu.ts";
import { readSets } from "./sets.ts";
import { type Admin, draftAll, startWorld } from "./world.ts";

/**
 * `node dist/lab/bench/releases/dry-runs.js --data DIR [--services]`: measures answers in the playground, on the published documents and on
 * drafts, with vectors and without a model key, one question after another. For the doc2dial data in `DIR` see its README.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    questions: { type: "string", default: "40" },
    services: { type: "boolean", default: false },
  },
});
if (values.data === undefined) throw new Error("Specify the data folder: --data DIR");
const { documents, questions } = await readSets(values.data, { domain: "dmv", questions: Number(values.questions) });
/** Poll interval for a run, in ms. */
const pollMs = 20;

const world = await startWorld(documents, values);
try {
  const { admin } = world;
  await draftAll(admin, documents.slice(0, 10));
  const { items } = playgroundDocumentsSchema.parse(await admin("GET", "playground/documents"));
  const drafts = items.flatMap(({ versions }) => versions.filter(({ release }) => release !== null));
  const add = drafts.map(({ version_id: id }) => id);
  const leftOut = items.slice(0, 1).map(({ document_id: id }) => id);
  const kinds: [string, PlaygroundDraft][] = [
    ["as published", {}],
    ["different threshold", { threshold: 0.9 }],
    ["one document removed", { versions: { leave_out: leftOut } }],
    ["one draft", { versions: { add: add.slice(0, 1) } }],
    ["ten drafts", { versions: { add } }],
  ];
  const [warmUp = ""] = questions;
  for (const [, draft] of kinds) await answer(admin, draft, warmUp);
  const rows = [];
  for (const [kind, draft] of kinds) rows.push({ kind, ...(await timeOf(await world.manager(), draft)) });
  console.log(JSON.stringify({ on: world.on, questions: questions.length, load: loadavg()[0], rows }, null, 2));
} finally {
  await world.stop();
}

async function timeOf(admin: Admin, draft: PlaygroundDraft) {
  const [inGraph, seen]: [number[], number[]] = [[], []];
  let failed = 0;
  for (const question of questions) {
    const started = performance.now();
    const run = await answer(admin, draft, question);
    seen.push(performance.now() - started);
    const last = run.messages.at(-1);
    if (last?.state !== "done" || !last.result) failed += 1;
    else inGraph.push(last.result.ms);
  }
  return { failed, answer_ms: spread(inGraph), until_shown_ms: spread(seen) };
}

/** A separate run for each question, so that no question uses another's history. */
async function answer(admin: Admin, draft: PlaygroundDraft, content: string): Promise<PlaygroundRun> {
  const { id } = playgroundRunSchema.parse(await admin("POST", "playground/runs", { draft }));
  await admin("POST", `playground/runs/${id}/messages`, { id: randomUUID(), content });
  for (;;) {
    const run = playgroundRunSchema.parse(await admin("GET", `playground/runs/${id}`));
    if (run.messages.every(({ state }) => state !== "running")) return run;
    await sleep(pollMs);
  }
}

function spread(times: number[]) {
  const at = (share: number) => Math.round(quantile(times, share));
  return { median: at(0.5), p95: at(0.95), most: at(1) };
}
