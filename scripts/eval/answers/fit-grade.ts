import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { directions, type Evidence, rightLine } from "../../../server/models/extractive/calibration.ts";
import { type AdditiveModel, sumOfCurves } from "../../../server/models/extractive/curves.ts";
import type { GradeModel } from "../../../server/models/extractive/grade-models.ts";
import { auroc, percentile } from "../metrics/separation.ts";
import { type Example, fitCurves } from "./fit-curves.ts";
import type { JudgedQuestion } from "./judged.ts";

/** Without vectors these say nothing. */
const ofMeaning: ReadonlySet<string> = new Set(["vector", "sentence", "asked", "nearness", "vectorGap"]);
/**
 * Says nothing about the topic: a wrong domain is asked with a conversation of its own, so that it would tell it perfectly, while whoever
 * asks for something foreign in the middle of a conversation has the right one. `talk` counts only for what leaves its subject open.
 */
const notOfTopic = "talkLead";
/** Share of the questions of a wrong domain that may be answered. */
const wrongDomainShown = 0.01;
/** Ending of a set's name whose questions were put to another tenant. */
const wrongDomain = ", wrong domain";
const folds = 5;

export interface FittedGrade extends GradeModel {
  /**
   * AUROC of the sums, of questions of each part: the work part by models that were fitted without the fifth of it that the question is in.
   * `topic` tells own from wrong domain; `right` and `document`, of answerable questions: right and complete, right document first.
   */
  auroc: { set: string; part: string; topic: number | null; right: number; document: number; count: number }[];
}

type Weighed = JudgedQuestion & { signals: Evidence };

/**
 * Fits the two models of the grade on judged questions of the work part: the topic on sets that were also asked of a wrong domain,
 * and what is right on all answerable questions, every set with the same weight.
 */
export function fitGrade(judged: readonly JudgedQuestion[]): FittedGrade {
  const rows = judged.filter((each): each is Weighed => each.signals !== null);
  const hasMeaning = rows.some(({ signals: { vector } }) => vector !== null);
  const used = Object.fromEntries(Object.entries(directions).filter(([name]) => hasMeaning || !ofMeaning.has(name)));
  const borrowed = new Set(rows.filter(isStrange).map(({ set }) => set.slice(0, -wrongDomain.length)));
  const answerable = rows.filter((each) => each.answerable);
  const topical = [...rows.filter(isStrange), ...answerable.filter(({ set }) => borrowed.has(set))];
  const counts = new Map<string, number>();
  for (const { set, part } of answerable) if (part === "work") counts.set(set, (counts.get(set) ?? 0) + 1);
  const weightOf = ({ set }: Weighed) => 1 / Math.max(1, counts.get(set) ?? 1);
  const scale = answerable.filter(({ part }) => part === "work").length / Math.max(1, counts.size);
  const ofTopic = Object.fromEntries(Object.entries(used).filter(([name]) => name !== notOfTopic));
  const topic = crossFit(topical, ofTopic, (each) => ({ positive: each.answerable, weight: 1 }));
  const right = crossFit(answerable, used, (each) => ({ positive: each.is_right, weight: scale * weightOf(each) }));
  const strange = topical
    .filter((each) => isStrange(each) && each.part === "work")
    .map((each) => (right.sumOf(each) < rightLine ? Number.NEGATIVE_INFINITY : topic.sumOf(each)));
  return {
    topic: topic.model,
    topicLine: Math.round(percentile(strange, 1 - wrongDomainShown) * 100) / 100,
    right: right.model,
    auroc: ["work", "apart"].flatMap((part) =>
      [...counts.keys()].map((set) => {
        const of = answerable.filter((each) => each.set === set && each.part === part);
        const own = topical.filter((each) => each.part === part && each.set.startsWith(set));
        const scored = of.map((each) => ({ each, score: right.sumOf(each) }));
        return {
          set,
          part,
          topic: borrowed.has(set)
            ? round(auroc(own.map((each) => ({ score: topic.sumOf(each), positive: each.answerable }))))
            : null,
          right: round(auroc(scored.map(({ each, score }) => ({ score, positive: each.is_right })))),
          document: round(auroc(scored.map(({ each, score }) => ({ score, positive: each.is_right_document })))),
          count: of.length,
        };
      }),
    ),
  };
}

/** A model of the whole work part, and for every row the sum of one that has not seen it. */
function crossFit(
  rows: readonly Weighed[],
  used: Parameters<typeof fitCurves>[1],
  labelOf: (row: Weighed) => Omit<Example, "values">,
): { model: AdditiveModel; sumOf(row: Weighed): number } {
  const work = rows.filter(({ part }) => part === "work");
  const fitted = (of: readonly Weighed[]) =>
    fitCurves(
      of.map((row) => ({ values: valuesOf(row), ...labelOf(row) })),
      used,
    );
  const model = fitted(work);
  const partial = Array.from({ length: folds }, (_unused, fold) => fitted(work.filter((row) => foldOf(row) !== fold)));
  return {
    model,
    sumOf: (row) => sumOfCurves(row.part === "work" ? (partial[foldOf(row)] ?? model) : model, valuesOf(row)),
  };
}

function isStrange({ set }: JudgedQuestion): boolean {
  return set.endsWith(wrongDomain);
}

function valuesOf({ signals }: Weighed): Record<string, number> {
  return Object.fromEntries(Object.entries(signals).map(([name, value]) => [name, value ?? 0]));
}

function foldOf({ question }: Weighed): number {
  return createHash("sha256").update(question).digest().readUInt16BE() % folds;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The models as a source text, with the figures above it as a comment. */
async function writeModels(byMeaning: string, byWords: string): Promise<string> {
  const parts = { gradeByMeaning: byMeaning, gradeByWords: byWords };
  const texts = await Promise.all(
    Object.entries(parts).map(async ([name, path]) => {
      // A file that `parley eval` wrote itself.
      const judged: JudgedQuestion[] = JSON.parse(await readFile(path, "utf8"));
      const { auroc: figures, ...model } = fitGrade(judged);
      process.stderr.write(
        `${name}: topic line ${model.topicLine}\n${figures.map((row) => JSON.stringify(row)).join("\n")}\n`,
      );
      return `export const ${name}: GradeModel = ${JSON.stringify(model)};\n`;
    }),
  );
  return texts.join("\n");
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const [, , byMeaning = "", byWords = byMeaning] = process.argv;
  process.stdout.write(await writeModels(byMeaning, byWords));
}
