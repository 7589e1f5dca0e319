import { loadavg } from "node:os";
import { asError } from "../../server/core/errors.ts";

/** Most printed problems; the count gives their total. */
const maxPrinted = 20;

/**
 * Runs a fault test from the command line: prints its figures as one line of JSON and its problems below, and exits with 1 when there are
 * problems. The first argument is the number of repetitions, default `times`.
 */
export async function reportFaults<Result extends { problems: string[] }>(
  run: (times: number) => Promise<Result>,
  times: number,
): Promise<void> {
  try {
    const { problems, ...figures } = await run(Number(process.argv[2] ?? times));
    process.stdout.write(
      `${JSON.stringify({ ...figures, problems: problems.length, load: loadavg()[0] })}\n${problems.slice(0, maxPrinted).join("\n")}\n`,
    );
    if (problems.length > 0) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${asError(error).stack ?? ""}\n`);
    process.exitCode = 1;
  }
}
