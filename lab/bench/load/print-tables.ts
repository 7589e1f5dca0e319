import { loadavg } from "node:os";
import type { Figures } from "./operations.ts";
import type { Samples, Timed } from "./samples.ts";
import type { Watched } from "./watch.ts";

/** The measurements of one phase. */
export interface Phase {
  name: string;
  seconds: number;
  others: Samples;
  flooder: Samples;
  watched: Watched;
}

/** Highest allowed ratio of the other tenants' times during the flood. */
const mostRatio = 2;
const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => (Number.isNaN(value) ? "" : value.toFixed(0));

/**
 * Prints all phases as tables, then the others' times in the last phase as a multiple of the first. @returns whether the multiples are
 * within the limit.
 */
export function printPhases(phases: Phase[]): boolean {
  printTenants(phases);
  printProcesses(phases);
  const [quiet, flood] = phases;
  if (!quiet || !flood) return false;
  const ratioOf = (what: Timed) => flood.others.at(what, 0.95) / quiet.others.at(what, 0.95);
  const ratios = {
    first_token: ratioOf("first_token"),
    answer: ratioOf("answer"),
    handshake: ratioOf("handshake"),
    desk: ratioOf("desk"),
  };
  const errors = quiet.others.failures + flood.others.failures;
  say("");
  for (const [what, ratio] of Object.entries(ratios))
    say(`p95 ${what} of the other tenants: ${ratio.toFixed(2)} times the idle value`);
  say(`errors of the other tenants: ${errors}`);
  const isGood = ratios.first_token <= mostRatio && ratios.answer <= mostRatio && errors === 0;
  say(
    `${isGood ? "passed" : "FAILED"}: at most ${mostRatio} times for first token and answer, no errors; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return isGood;
}

function printTenants(phases: Phase[]): void {
  say("");
  say(
    "| phase | tenants | questions | per second | handed over / cached | first token p50 / p95 / p99, ms | answer p50 / p95 / p99, ms | handshake p95 | desk call p95 | document p50, s | errors | visits skipped |",
  );
  say("|---|---|---|---|---|---|---|---|---|---|---|---|");
  for (const { name, seconds, others, flooder } of phases)
    for (const [who, samples] of [
      ["others", others],
      ["the first", flooder],
    ] as const) {
      const three = (what: Timed) => [0.5, 0.95, 0.99].map((share) => ms(samples.at(what, share))).join(" / ");
      const cells = [
        name,
        who,
        samples.questions,
        (samples.questions / seconds).toFixed(1),
        `${samples.escalated} / ${samples.cached}`,
        three("first_token"),
        three("answer"),
      ];
      const document = samples.at("document", 0.5) / 1_000;
      cells.push(
        ms(samples.at("handshake", 0.95)),
        ms(samples.at("desk", 0.95)),
        Number.isNaN(document) ? "" : document.toFixed(1),
      );
      say(`| ${[...cells, samples.failures, samples.skipped].join(" | ")} |`);
    }
  for (const { name, others, flooder } of phases)
    for (const [why, count] of [
      ...others.errors,
      ...[...flooder.errors].map(([text, n]) => [`the first: ${text}`, n] as const),
    ])
      say(`${name}: ${count} times ${why}`);
}

function printProcesses(phases: Phase[]): void {
  say("");
  say(`| process | ${phases.map(({ name }) => `memory ${name}, MB | CPU ${name}, cores`).join(" | ")} |`);
  say(`|---|${phases.map(() => "---|---|").join("")}`);
  for (const process of phases[0]?.watched.processes.keys() ?? []) {
    const cells = phases.map(({ watched }) => {
      const seen = watched.processes.get(process);
      return `${seen?.memoryMb ?? ""} | ${seen?.cpu.toFixed(2) ?? ""}`;
    });
    say(`| ${process} | ${cells.join(" | ")} |`);
  }
  say("");
  for (const { name, watched } of phases)
    say(
      `${name}: ${watched.connections} connections to PostgreSQL, ${watched.atWork} at work at once; oldest job ${watched.queueAgeS.toFixed(1)} s`,
    );
}

/** The measurements while one dimension grew. */
export interface Growth {
  dimension: string;
  steps: { size: number; figures: Figures }[];
}

/** Growth above this exponent must be fixed, or explained in the guide. */
const mostExponent = 1.1;

/**
 * Prints each figure with its growth exponent: 0 is constant, 1 is proportional to the size. @returns whether every exponent is within the
 * limit.
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
