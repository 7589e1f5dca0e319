import { quantile } from "../overhead/cpu.ts";
import type { Statement } from "./plan-log.ts";

/** One timed operation, in ms. */
export interface Times {
  name: string;
  runs: number;
  median: number;
  p95: number;
  maximum: number;
  /** Whether a target applies to it. */
  isJudged: boolean;
}

export function timesOf(name: string, ms: number[], isJudged = false): Times {
  const at = (share: number) => quantile(ms, share);
  return { name, runs: ms.length, median: at(0.5), p95: at(0.95), maximum: at(1), isJudged };
}

/** Runs something several times, one after another, and times each. */
export async function timeRuns(name: string, runs: number, work: (run: number) => Promise<unknown>): Promise<Times> {
  const ms: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const from = performance.now();
    await work(run);
    ms.push(performance.now() - from);
  }
  return timesOf(name, ms);
}

/** The other rows are compared with the first. */
export function printTable(title: string, times: readonly Times[]): void {
  const reference = times[0]?.median ?? 1;
  const lines = times.map(
    ({ name, runs, median, p95, maximum }) =>
      `  ${name.padEnd(44)} ${String(runs).padStart(4)} runs  median ${median.toFixed(1).padStart(7)}  p95 ${p95.toFixed(1).padStart(7)}` +
      `  max ${maximum.toFixed(1).padStart(7)}  ${(median / reference).toFixed(1)} x`,
  );
  process.stdout.write(`${title}\n${lines.join("\n")}\n`);
}

const shownChars = 150;

/** Prints each statement with its times and its access paths; the statements that read most come last. */
export function printStatements(statements: readonly Statement[]): void {
  const read = ({ scans }: Statement) => Math.max(0, ...scans.map(({ rows }) => rows));
  for (const statement of [...statements].sort((a, b) => read(a) - read(b))) {
    const { text, runs, medianMs, maxMs, scans } = statement;
    const ways = scans.map(({ node, table, index, rows }) => `    ${node} ${table} ${index ?? ""} ${rows}`);
    const times = `median ${medianMs.toFixed(2)} max ${maxMs.toFixed(2)} ms, ${runs} runs`;
    process.stdout.write(`${times}: ${text.slice(0, shownChars)}\n${ways.map((way) => `${way}\n`).join("")}`);
  }
}
