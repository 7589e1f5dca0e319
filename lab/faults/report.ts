import { loadavg } from "node:os";
import { runProgram, type Stage } from "../bench/stage.ts";

/** Most printed problems; the count gives their total. */
const maxPrinted = 20;

/**
 * Runs a fault test from the command line: prints its figures as one line of JSON and its problems below, and exits with 1 when there are
 * problems. The first argument is the number of repetitions, default `times`.
 */
export function reportFaults<Result extends { problems: string[] }>(
  run: (times: number) => Promise<Result>,
  times: number,
): Promise<void> {
  return runProgram(async () => {
    const { problems, ...figures } = await run(Number(process.argv[2] ?? times));
    process.stdout.write(
      `${JSON.stringify({ ...figures, problems: problems.length, load: loadavg()[0] })}\n${problems.slice(0, maxPrinted).join("\n")}\n`,
    );
    return problems.length === 0;
  });
}

/** A problem for each process that ended by itself. */
export function endedProcesses({ servers }: Pick<Stage, "servers">): string[] {
  return servers.flatMap(({ child }) => ((child.exitCode ?? child.signalCode) === null ? [] : ["a process ended"]));
}
