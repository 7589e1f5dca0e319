import { asError } from "../../server/errors.ts";
import { measureAnswers } from "./answers.ts";

/**
 * `npm run bench`: times the built server on its embedded default. Machines differ and are busy, so each
 * figure stands beside a bare request to the same server in the same run.
 */
try {
  const result = await measureAnswers();
  process.stdout.write(`${result.table}\n\n${JSON.stringify(result.figures)}\n`);
} catch (error) {
  process.stderr.write(`${asError(error).stack ?? ""}\n`);
  process.exitCode = 1;
}
