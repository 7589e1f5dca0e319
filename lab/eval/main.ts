import { Command } from "commander";
import { z } from "zod";
import { asError } from "../../server/core/errors.ts";
import { renderReport } from "./report.ts";
import { runEval } from "./run-eval.ts";

/**
 * `npm run eval -- --data DIR`: measures search, answers, cache and gaps on public question sets (docs/benchmarks/answers-and-search.md).
 */
const program = new Command("eval")
  .description("measure search, answers, cache and knowledge gaps on public question sets")
  .requiredOption("--data <folder>", "folder with the sets, under the names in lab/eval/data/sets.ts")
  .option("--only <names>", "comma-separated list of visitors, retrieval, answers, cache, gaps, search-speed")
  .option("--out <file>", "write the results as JSON, and the single answers beside it")
  .option("--vectors <folder>", "folder that caches vectors between runs; default: inside the data folder")
  .option("--limit <n>", "maximum number of questions per set, for a quick run")
  .option("--full", "run every question instead of a sample; takes hours the first time", false)
  .option("--json", "print one JSON object to stdout", false)
  .parse();

const { json, ...args } = program.opts();
try {
  const report = await runEval({ ...args, cwd: process.cwd() }, (line) => process.stderr.write(`${line}\n`));
  process.stdout.write(`${json ? JSON.stringify(report) : renderReport(report).trimEnd()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof z.ZodError ? z.prettifyError(error) : (asError(error).stack ?? "")}\n`);
  process.exitCode = 1;
}
