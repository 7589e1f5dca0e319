import { measureAnswers } from "./answers.ts";
import { runProgram } from "./stage.ts";

/**
 * `npm run bench load` is in its own module. `npm run bench` times the built server on its embedded default. Machines differ in speed and
 * load, so each figure is compared with a bare request to the same server in the same run.
 */
await runProgram(async () => {
  const [what, ...args] = process.argv.slice(2);
  if (what === "load") return (await import("./load/main.ts")).measureLoad(args);
  const { table, figures } = await measureAnswers();
  process.stdout.write(`${table}\n\n${JSON.stringify(figures)}\n`);
});
