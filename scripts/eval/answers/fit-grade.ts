import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Evidence, signals } from "../../../server/models/extractive/calibration.ts";
import { auroc } from "../metrics/separation.ts";
import type { JudgedQuestion } from "./judged.ts";
import { type Example, fitLogistic, sumOf } from "./logistic.ts";

type Signal = (typeof signals)[number];

/** Without vectors these say nothing. */
const ofMeaning: ReadonlySet<string> = new Set(["vector", "sentence", "vectorGap"] satisfies Signal[]);
/** Strength of the pull towards 0, as so many questions. */
const ridge = 2;

export interface FittedGrade {
  weights: Record<string, number>;
  /** AUROC for "right and complete", and for "right document first", of each set and part. */
  auroc: { set: string; part: string; right: number; document: number; count: number }[];
}

/**
 * Fits the grade of the extractive answerer on judged questions, all sets with the same weight, on the work part alone. The wrong domain
 * belongs to the set whose questions it borrows.
 */
export function fitGrade(judged: JudgedQuestion[]): FittedGrade {
  const rows = judged.filter((each): each is JudgedQuestion & { signals: Evidence } => each.signals !== null);
  const hasMeaning = rows.some(({ signals: { vector } }) => vector !== null);
  const names = signals.filter((name) => hasMeaning || !ofMeaning.has(name));
  const valuesOf = (evidence: Evidence) => [1, ...names.map((name) => evidence[name] ?? 0)];
  const work = rows.filter(({ part }) => part === "work");
  const counts = new Map<string, number>();
  for (const { set } of work) counts.set(set, (counts.get(set) ?? 0) + 1);
  const examples: Example[] = work.map(({ set, is_right, signals: evidence }) => ({
    values: valuesOf(evidence),
    positive: is_right,
    weight: work.length / counts.size / (counts.get(set) ?? 1),
  }));
  const fitted = fitLogistic(examples, ridge);
  const scored = rows.filter(({ answerable }) => answerable);
  const groups = [...new Set(scored.map(({ set, part }) => `${part}\n${set}`))].sort();
  return {
    weights: Object.fromEntries(["bias", ...names].map((name, index) => [name, round(fitted[index] ?? 0)])),
    auroc: groups.map((group) => {
      const [part = "", set = ""] = group.split("\n");
      const of = scored.filter((each) => each.set === set && each.part === part);
      const score = ({ signals: evidence }: { signals: Evidence }) => sumOf(fitted, valuesOf(evidence));
      return {
        set,
        part,
        right: round(auroc(of.map((each) => ({ score: score(each), positive: each.is_right })))),
        document: round(auroc(of.map((each) => ({ score: score(each), positive: each.is_right_document })))),
        count: of.length,
      };
    }),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const judged: JudgedQuestion[] = JSON.parse(await readFile(process.argv[2] ?? "", "utf8"));
  process.stdout.write(`${JSON.stringify(fitGrade(judged), null, 2)}\n`);
}
