import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fitLogistic, sumOf } from "../../../server/grades/logistic.ts";
import { type Evidence, signals } from "../../../server/models/extractive/calibration.ts";
import { auroc, percentile } from "../metrics/separation.ts";
import type { JudgedQuestion } from "./judged.ts";
import type { Part } from "./parts.ts";

/** Without vectors these say nothing. */
const ofMeaning: ReadonlySet<string> = new Set(["vector", "sentence", "nearness", "vectorGap"]);
/** Strength of the pull towards 0, as so many questions. */
const ridge = 2;

export interface FittedGrade {
  topic: Record<string, number>;
  right: Record<string, number>;
  /** Sum of the topic that a hundredth of the questions of a wrong domain reaches. */
  topicLine: number;
  /** AUROC of the sum for "right and complete", and for "right document first", of each set on the given part. */
  auroc: { set: string; right: number; document: number; count: number }[];
}

/** Share of the questions of a wrong domain that may be answered. */
const wrongDomainShown = 0.01;

/**
 * Fits the two models of the grade on judged questions of the work part: the topic on a set that was also asked of a wrong domain,
 * and what is right on all answerable questions, every set with the same weight. The models are tried on `part`.
 */
export function fitGrade(judged: JudgedQuestion[], part: Part): FittedGrade {
  const rows = judged.filter((each): each is Weighed => each.signals !== null);
  const hasMeaning = rows.some(({ signals: { vector } }) => vector !== null);
  const names = signals.filter((name) => hasMeaning || !ofMeaning.has(name));
  const valuesOf = ({ signals: evidence }: Weighed) => [1, ...names.map((name) => evidence[name] ?? 0)];
  const work = rows.filter((each) => each.part === "work");
  const strange = work.filter(({ set }) => set.endsWith(wrongDomain));
  const borrowed = new Set(strange.map(({ set }) => set.slice(0, -wrongDomain.length)));
  const answerable = work.filter((each) => each.answerable);
  const counts = new Map<string, number>();
  for (const { set } of answerable) counts.set(set, (counts.get(set) ?? 0) + 1);
  const topic = fitLogistic(
    [...strange, ...answerable.filter(({ set }) => borrowed.has(set))].map((each) => ({
      values: valuesOf(each),
      positive: each.answerable,
      weight: 1,
    })),
    ridge,
  );
  const right = fitLogistic(
    answerable.map((each) => ({
      values: valuesOf(each),
      positive: each.is_right,
      weight: answerable.length / counts.size / (counts.get(each.set) ?? 1),
    })),
    ridge,
  );
  const named = (weights: number[]) =>
    Object.fromEntries(["bias", ...names].map((name, index) => [name, round(weights[index] ?? 0)]));
  return {
    topic: named(topic),
    right: named(right),
    topicLine: round(
      percentile(
        strange.map((each) => sumOf(topic, valuesOf(each))),
        1 - wrongDomainShown,
      ),
    ),
    auroc: [...counts.keys()].map((set) => {
      const of = rows.filter((each) => each.answerable && each.set === set && each.part === part);
      const scored = of.map((each) => ({ each, score: sumOf(right, valuesOf(each)) }));
      return {
        set,
        right: round(auroc(scored.map(({ each, score }) => ({ score, positive: each.is_right })))),
        document: round(auroc(scored.map(({ each, score }) => ({ score, positive: each.is_right_document })))),
        count: of.length,
      };
    }),
  };
}

type Weighed = JudgedQuestion & { signals: Evidence };

/** Ending of a set's name whose questions were put to another tenant. */
const wrongDomain = ", wrong domain";

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const [, , path = "", part] = process.argv;
  // A file that `parley eval` wrote itself.
  const judged: JudgedQuestion[] = JSON.parse(await readFile(path, "utf8"));
  process.stdout.write(`${JSON.stringify(fitGrade(judged, part === "apart" ? "apart" : "work"), null, 2)}\n`);
}
