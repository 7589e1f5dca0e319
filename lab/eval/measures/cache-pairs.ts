import { randomUUID } from "node:crypto";
import { defaultThreshold, passagesThreshold } from "../../../server/assistant/cache/types.ts";
import { type Bench, spread } from "../bench.ts";
import { type QuestionPair, rewordedPairs, turnedPairs } from "../data/question-pairs.ts";
import type { PairRow } from "../data/sets.ts";
import { halfOf, swappedAndReworded, swappedInReview, swappedNouns } from "../data/swapped-nouns.ts";
import { averagePrecision } from "../metrics.ts";
import type { MeasureResult, Table } from "../report.ts";
import { fill, openCache, scope, shareOfHits, thresholds } from "./cache-tools.ts";

/** Pairs of questions: the cache holds the first question and receives the second. */
export async function measurePairs(bench: Bench, result: MeasureResult): Promise<void> {
  await measureLookAlikes(bench, result);
  await measureOwnPairs(bench, result);
}

async function measureLookAlikes(bench: Bench, result: MeasureResult): Promise<void> {
  const rows = await bench.data.lookAlikes();
  if (!rows) return void result.missing.push("intent_near_miss");
  const pairs = spread(rows, bench.maxEntries);
  bench.log(`cache: intent_near_miss, ${pairs.length} pairs`);
  const outcomes = await askPairs(bench, pairs);
  const different = outcomes.filter(({ pair }) => !pair.same);
  const same = outcomes.filter(({ pair }) => pair.same);
  const on = "intent_near_miss";
  result.figures.push(
    {
      group: "cache",
      on,
      name: "wrong hits on look-alikes",
      value: shareOfHits(different, defaultThreshold),
      target: { atMost: 0.02 },
      count: different.length,
    },
    {
      group: "cache",
      on,
      name: "right hits on rephrased questions",
      value: shareOfHits(same, defaultThreshold),
      count: same.length,
    },
    {
      group: "cache",
      on,
      name: "average precision",
      value: averagePrecision(outcomes.map(({ similarity, pair }) => ({ score: similarity, positive: pair.same }))),
      count: outcomes.length,
    },
  );
  result.tables.push(lookAlikeSweep(same, different));
}

/** Pairs written for this project: reversed and similar questions must not hit, rewordings should hit. */
async function measureOwnPairs(bench: Bench, result: MeasureResult): Promise<void> {
  const row = (same: boolean) => (pair: QuestionPair) => ({
    ...pair,
    same,
    kind: pair.locale === "en" ? "en" : "other",
  });
  const turned = await askPairs(bench, turnedPairs.map(row(false)));
  const reworded = await askPairs(bench, rewordedPairs.map(row(true)));
  for (const [set, pairs] of Object.entries({
    "in review": swappedInReview,
    "half used to design the rule": halfOf(swappedNouns, "made with"),
    "held-out half": halfOf(swappedNouns, "kept apart"),
    "additionally rephrased": swappedAndReworded,
  })) {
    const outcomes = await askPairs(bench, pairs.map(row(false)));
    result.figures.push({
      group: "cache",
      on: `swapped nouns, ${set}`,
      name: "wrong hits, including those above the second threshold",
      value: shareOfHits(outcomes, passagesThreshold),
      target: { atMost: 0 },
      count: outcomes.length,
    });
  }
  const on = "own pairs, five domains, 18 languages";
  result.figures.push(
    {
      group: "cache",
      on,
      name: "reversed or near pairs distinguished",
      value: 1 - shareOfHits(turned, defaultThreshold),
      target: { atLeast: 1 },
      count: turned.length,
    },
    {
      group: "cache",
      on,
      name: "rephrased questions that hit",
      value: shareOfHits(reworded, defaultThreshold),
      count: reworded.length,
    },
  );
}

type PairOutcome = { similarity: number; pair: PairRow & { locale?: string } };

function lookAlikeSweep(same: PairOutcome[], different: PairOutcome[]): Table {
  const kinds = [...new Set(different.map(({ pair }) => pair.kind))];
  const wrongOf = (kind: string, threshold: number) =>
    shareOfHits(
      different.filter(({ pair }) => pair.kind === kind),
      threshold,
    );
  const rows = thresholds.map((threshold) => ({
    threshold: threshold.toFixed(2),
    "right hits": shareOfHits(same, threshold),
    "wrong hits": shareOfHits(different, threshold),
    ...Object.fromEntries(kinds.map((kind) => [kind, wrongOf(kind, threshold)])),
  }));
  return { group: "cache", title: "wrong hits on look-alikes, by threshold and kind", rows };
}

/** Asks the second question of each pair to a cache that holds only the first. */
async function askPairs(bench: Bench, pairs: PairOutcome["pair"][]): Promise<PairOutcome[]> {
  const outcomes: PairOutcome[] = [];
  for (const pair of pairs) {
    const tenant = randomUUID();
    const cache = openCache(bench, 1);
    const own = { ...scope, locale: pair.locale ?? scope.locale };
    await fill(cache.forTurn(tenant, own), [{ question: pair.a, answer: "kept" }]);
    const hit = await cache.forTurn(tenant, own).lookup(pair.b);
    outcomes.push({ similarity: hit?.similarity ?? 0, pair });
  }
  return outcomes;
}
