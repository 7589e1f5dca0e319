import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { z } from "zod";
import {
  type ReleaseResult,
  type ReleaseRunView,
  releaseResultsSchema,
  releaseRunAnswerSchema,
} from "../../../protocol/release-runs.ts";
import { quantile } from "../overhead/cpu.ts";
import { readSets } from "./sets.ts";
import { type Admin, draftAll, startWorld } from "./world.ts";

/**
 * `node dist/lab/bench/releases/main.js --data DIR [--services]`: measures the time and the findings of a release test on the last real
 * questions, with vectors and without a model key: on the embedded default, or on this machine's PostgreSQL and Redis. For the doc2dial
 * data in `DIR` see its README.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    questions: { type: "string", default: "200" },
    changed: { type: "string", default: "10" },
    services: { type: "boolean", default: false },
  },
});
if (values.data === undefined) throw new Error("Specify the data folder: --data DIR");
const sets = await readSets(values.data, { domain: "dmv", questions: Number(values.questions) });
const changed = sets.documents.slice(0, Number(values.changed));

const world = await startWorld(sets.documents, values);
try {
  const { admin } = world;
  for (const question of sets.questions) await world.ask(question);
  const drafting = performance.now();
  const release = await draftAll(admin, changed);
  const readMs = performance.now() - drafting;
  const started = performance.now();
  const spent = process.cpuUsage();
  const run = await tryIt(admin, release);
  const tookMs = performance.now() - started;
  const { user, system } = process.cpuUsage(spent);
  const cpuMs = (user + system) / 1_000;
  const measured = { run, readMs, tookMs, cpuMs, results: await resultsOf(admin, release) };
  console.log(JSON.stringify({ on: world.on, ...sumUp(measured) }, null, 2));
} finally {
  await world.stop();
}

async function tryIt(admin: Admin, release: string): Promise<ReleaseRunView> {
  await admin("POST", `releases/${release}/run`, { questions: sets.questions.length });
  for (;;) {
    const { run } = releaseRunAnswerSchema.parse(await admin("GET", `releases/${release}/run`));
    if (run && run.state !== "queued" && run.state !== "running") return run;
    await sleep(250);
  }
}

async function resultsOf(admin: Admin, release: string): Promise<ReleaseResult[]> {
  const all: ReleaseResult[] = [];
  for (let cursor: string | null = "0"; cursor !== null; ) {
    const page: z.infer<typeof releaseResultsSchema> = releaseResultsSchema.parse(
      await admin("GET", `releases/${release}/run/results?limit=100&cursor=${cursor}`),
    );
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  return all;
}

interface Measured {
  run: ReleaseRunView;
  readMs: number;
  tookMs: number;
  /** CPU time of all threads. On an idle machine the test would take between this and half of it. */
  cpuMs: number;
  results: ReleaseResult[];
}

/** Summarizes the results, and how much confidence changes by itself: for equal answers from unchanged documents. */
function sumUp({ run, readMs, tookMs, cpuMs, results }: Measured) {
  const titles = new Set(changed.map(({ title }) => title));
  const cites = ({ before, after }: ReleaseResult) =>
    [...before.citations, ...after.citations].some(({ title }) => titles.has(title));
  const untouched = results.filter((result) => !cites(result));
  const moved = untouched
    .filter(
      ({ before, after }) =>
        before.answer === after.answer && before.outcome === "answered" && after.outcome === "answered",
    )
    .map(({ before, after }) => Math.abs((after.grade?.score ?? 0) - (before.grade?.score ?? 0)));
  const at = (share: number) => (moved.length > 0 ? quantile(moved, share) : 0);
  return {
    state: run.state,
    documents: sets.documents.length,
    changed: changed.length,
    questions: run.questions,
    seconds_to_read_drafts: Math.round(readMs / 100) / 10,
    seconds: Math.round(tookMs / 100) / 10,
    cpu_seconds: Math.round(cpuMs / 100) / 10,
    verdicts: run.verdicts,
    before: run.before,
    after: run.after,
    rest_on_changed: results.length - untouched.length,
    worse_or_better_elsewhere: untouched.filter(({ verdict }) => verdict === "worse" || verdict === "better").length,
    grades_that_move_by_themselves: { answers: moved.length, median: at(0.5), p95: at(0.95), most: at(1) },
    load: loadavg()[0],
  };
}
