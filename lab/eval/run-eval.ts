import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { createLocalEmbedder } from "../../server/assistant/models/local/local-embedder.ts";
import { readConfig } from "../../server/core/config/config.ts";
import type { Bench } from "./bench.ts";
import { openDataSets } from "./data/sets.ts";
import { measureAnswers } from "./measures/answers.ts";
import { measureCache } from "./measures/cache.ts";
import { measureGaps } from "./measures/gaps.ts";
import { measureRetrieval } from "./measures/retrieval.ts";
import { measureSearchSpeed } from "./measures/search-speed.ts";
import { measureVisitors } from "./measures/visitors.ts";
import { emptyResult, type MeasureResult, verdictOf } from "./report.ts";
import { rememberVectors } from "./stored-vectors.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

/** Size of a run without `--full` and `--limit`: a quarter of an hour on two cores once the vectors are stored. */
const defaultSample = { maxQuestions: 100, maxPassages: 300, maxEntries: 5_000 };
const everything = { maxQuestions: null, maxPassages: null, maxEntries: null };

/** Fast measures come first. */
const measures = {
  cache: (bench: Bench) => measureCache(bench),
  gaps: (bench: Bench) => measureGaps(bench),
  retrieval: async (bench: Bench, open: () => Promise<Workbench>) => measureRetrieval(bench, await open()),
  visitors: async (bench: Bench, open: () => Promise<Workbench>) => measureVisitors(bench, await open()),
  answers: async (bench: Bench, open: () => Promise<Workbench>) => measureAnswers(bench, await open()),
  "search-speed": (bench: Bench) => measureSearchSpeed(bench),
};
const measureNames = ["cache", "gaps", "retrieval", "visitors", "answers", "search-speed"] as const;

const evalArgs = z.strictObject({
  data: z.string().min(1),
  only: z
    .string()
    .optional()
    .transform((names) => names?.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum(measureNames)).optional()),
  out: z.string().optional(),
  vectors: z.string().optional(),
  limit: z.coerce.number().int().positive().optional(),
  full: z.boolean().default(false),
  cwd: z.string().default("."),
});

export interface EvalReport extends MeasureResult {
  data: string;
  started_at: string;
  seconds: number;
  sample: typeof defaultSample | typeof everything;
}

/** Measures answer and cache quality on the sets below a folder, with the server's own parts. */
export async function runEval(given: unknown, log: (line: string) => void): Promise<EvalReport> {
  const args = evalArgs.parse(given);
  const started = Date.now();
  const folder = resolve(args.cwd, args.data);
  const { dataDir, embeddings: configured } = readConfig();
  const vectors = args.vectors ? resolve(args.cwd, args.vectors) : join(resolve(dataDir), "eval-vectors");
  const sample = sampleOf(args);
  const embeddings = rememberVectors(
    createLocalEmbedder({
      ...(configured.model === undefined ? {} : { model: configured.model }),
      threads: availableParallelism(),
    }),
    vectors,
  );
  // Single answers are stored next to the figures.
  const answersFile = args.out ? resolve(args.cwd, args.out.replace(/\.json$/, "")).concat(".answers") : null;
  const bench: Bench = { data: openDataSets(folder), embeddings, ...sample, answersFile, log };
  const report: EvalReport = {
    ...emptyResult(),
    data: args.data,
    started_at: new Date(started).toISOString(),
    seconds: 0,
    sample,
  };
  if (!args.full)
    report.notes.push(
      `Sampled (${JSON.stringify(sample)}). Use --full for everything; the right passage is easier to find among fewer passages.`,
    );
  const write = async () => {
    report.seconds = Math.round((Date.now() - started) / 1000);
    const judged = report.figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) }));
    if (args.out)
      await writeFile(resolve(args.cwd, args.out), `${JSON.stringify({ ...report, figures: judged }, null, 2)}\n`);
  };
  await runMeasures(args.only ?? [...measureNames], bench, { all: report, write });
  await embeddings.close();
  await write();
  return report;
}

/** Adds each measure's result to `all` and saves it at once, so that an interrupted run keeps its results. */
async function runMeasures(
  names: readonly (typeof measureNames)[number][],
  bench: Bench,
  { all, write }: { all: MeasureResult; write: () => Promise<void> },
): Promise<void> {
  let opened: Promise<Workbench> | undefined;
  const open = () => {
    opened ??= openWorkbench(bench);
    return opened;
  };
  try {
    for (const name of measureNames.filter((each) => names.includes(each))) {
      const from = performance.now();
      const cpu = process.cpuUsage();
      const { figures, tables, missing, notes } = await measures[name](bench, open);
      const { user, system } = process.cpuUsage(cpu);
      const [wall, spent] = [(performance.now() - from) / 1e3, (user + system) / 1e6].map(Math.round);
      bench.log(`${name}: measured in ${wall} s, ${spent} s of CPU time`);
      all.figures.push(...figures);
      all.tables.push(...tables);
      all.missing.push(...missing.map((set) => `${set} (${name})`));
      all.notes.push(...notes);
      await write();
    }
  } finally {
    await (await opened)?.close();
  }
}

function sampleOf({ full, limit }: z.infer<typeof evalArgs>): typeof defaultSample | typeof everything {
  if (full) return everything;
  return limit === undefined ? defaultSample : { maxQuestions: limit, maxPassages: 4 * limit, maxEntries: 10 * limit };
}
