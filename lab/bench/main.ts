import { asError } from "../../server/core/errors.ts";
import { measureAnswers } from "./answers.ts";

/**
 * `npm run bench load` is in its own module. `npm run bench` times the built server on its embedded default. Machines differ in speed and
 * load, so each figure is compared with a bare request to the same server in the same run.
 */
try {
  const [what, ...args] = process.argv.slice(2);
  if (what === "load") {
    const { measureLoad } = await import("./load/main.ts");
    if (!(await measureLoad(args))) process.exitCode = 1;
  } else {
    const result = await measureAnswers();
    process.stdout.write(`${result.table}\n\n${JSON.stringify(result.figures)}\n`);
  }
} catch (error) {
  process.stderr.write(`${asError(error).stack ?? ""}\n`);
  process.exitCode = 1;
}
