import { loadavg } from "node:os";
import type { Figures } from "./operations.ts";

/** What was measured while one thing grew. */
export interface Growth {
  dimension: string;
  steps: { size: number; figures: Figures }[];
}

/** What grows faster than this has to be mended, or explained in the guide. */
const mostExponent = 1.1;
const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Prints each figure with the exponent of its growth: 0 stays as it is, 1 doubles with the size. @returns whether none grows faster than it may.
 */
export function printGrowth(grown: Growth[]): boolean {
  let worst = "";
  for (const { dimension, steps } of grown) {
    const [first, last] = [steps[0], steps.at(-1)];
    if (!first || !last) continue;
    say("");
    say(`| ${dimension} | ${steps.map(({ size }) => size.toLocaleString("en")).join(" | ")} | exponent |`);
    say(`|---|${steps.map(() => "---").join("|")}|---|`);
    for (const name of Object.keys(first.figures)) {
      const values = steps.map(({ figures }) => figures[name] ?? Number.NaN);
      const exponent =
        Math.log((values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)) / Math.log(last.size / first.size);
      if (exponent > mostExponent) worst += `${dimension}: ${name} grows with exponent ${exponent.toFixed(2)}\n`;
      say(`| ${name} | ${values.map((value) => value.toFixed(1)).join(" | ")} | ${exponent.toFixed(2)} |`);
    }
  }
  say("");
  say(worst === "" ? `passed: no exponent above ${mostExponent}` : `ABOVE ${mostExponent}:\n${worst.trim()}`);
  say(`load ${loadavg()[0]?.toFixed(1)}`);
  return worst === "";
}
