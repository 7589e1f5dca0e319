import { randomUUID } from "node:crypto";
import { defaultThreshold } from "../../../server/assistant/cache/types.ts";
import { type Bench, spread } from "../bench.ts";
import type { IntentRow } from "../data/sets.ts";
import { emptyResult, type MeasureResult, type Table } from "../report.ts";
import { measurePairs } from "./cache-pairs.ts";
import { fill, openCache, scope, thresholds } from "./cache-tools.ts";

/** The cache's result for one question; similarity 0 is a miss. */
interface Outcome {
  similarity: number;
  right: boolean;
}

/**
 * Measures the product's semantic cache: one half of a set fills it, the other half asks. An entry's answer is the intent of its question,
 * so a hit is right when the intents agree. One pass at a low threshold gives the results of every higher one, because the cache returns
 * the nearest entry that passes its checks.
 */
export async function measureCache(bench: Bench): Promise<MeasureResult> {
  const result = emptyResult();
  await measureBanking(bench, result);
  await measurePairs(bench, result);
  await measureClinc(bench, result);
  return result;
}

async function measureBanking(bench: Bench, result: MeasureResult): Promise<void> {
  const rows = await bench.data.intents("banking77");
  if (!rows) return void result.missing.push("banking77");
  const filled = spread(
    rows.filter(({ split }) => split === "train"),
    bench.maxEntries,
  );
  // A lookup is cheap, and measuring precision near its target needs many hits.
  const asked = spread(
    rows.filter(({ split }) => split === "test"),
    bench.maxEntries,
  );
  bench.log(`cache: banking77, ${filled.length} answers stored, ${asked.length} questions`);
  const outcomes = await askAll(bench, filled, asked);
  const on = "banking77, train fills, test asks";
  const { precision, hitRate, wrongRate } = ratesAt(outcomes, defaultThreshold);
  result.figures.push(
    { group: "cache", on, name: "precision of hits", value: precision, target: { atLeast: 0.97 }, count: asked.length },
    { group: "cache", on, name: "hit rate", value: hitRate, target: { atLeast: 0.45 }, count: asked.length },
    { group: "cache", on, name: "wrong hits among all questions", value: wrongRate, count: asked.length },
  );
  result.tables.push(sweep(`${on}, by threshold (default ${defaultThreshold})`, outcomes));
}

async function measureClinc(bench: Bench, result: MeasureResult): Promise<void> {
  const rows = await bench.data.intents("clinc150");
  if (!rows) return void result.missing.push("clinc150");
  const filled = spread(
    rows.filter(({ split, intent }) => split === "train" && intent !== "oos"),
    bench.maxEntries,
  );
  const asked = spread(
    rows.filter(({ split, intent }) => split === "test" && intent !== "oos"),
    bench.maxQuestions,
  );
  const outside = spread(
    rows.filter(({ split, intent }) => split !== "train" && intent === "oos"),
    bench.maxQuestions,
  );
  bench.log(
    `cache: clinc150, ${filled.length} answers stored, ${asked.length} questions and ${outside.length} out of scope`,
  );
  const inside = await askAll(bench, filled, asked);
  const strangers = await askAll(bench, filled, outside);
  const on = "clinc150, train fills, test asks";
  const { precision, hitRate } = ratesAt(inside, defaultThreshold);
  result.figures.push(
    { group: "cache", on, name: "precision of hits", value: precision, count: asked.length },
    { group: "cache", on, name: "hit rate", value: hitRate, count: asked.length },
    {
      group: "cache",
      on,
      name: "hits of out-of-scope questions",
      value: ratesAt(strangers, defaultThreshold).hitRate,
      count: outside.length,
    },
  );
  result.tables.push(sweep(`${on}, by threshold`, inside));
  result.notes.push(
    "clinc150 as a cache set: the same intent is not always the same answer (how many pesos are 500 dollars).",
  );
}

/** Asks each question to a cache that holds all of `filled`. */
async function askAll(bench: Bench, filled: IntentRow[], asked: IntentRow[]): Promise<Outcome[]> {
  const tenant = randomUUID();
  const cache = openCache(bench, filled.length);
  await fill(
    cache.forTurn(tenant, scope),
    filled.map(({ text, intent }) => ({ question: text, answer: intent })),
  );
  const outcomes: Outcome[] = [];
  for (const { text, intent } of asked) {
    const hit = await cache.forTurn(tenant, scope).lookup(text);
    outcomes.push({ similarity: hit?.similarity ?? 0, right: hit?.answer === intent });
  }
  return outcomes;
}

function ratesAt(outcomes: Outcome[], threshold: number): { precision: number; hitRate: number; wrongRate: number } {
  const hits = outcomes.filter(({ similarity }) => similarity >= threshold);
  const wrong = hits.filter(({ right }) => !right).length;
  return {
    precision: hits.length === 0 ? 1 : 1 - wrong / hits.length,
    hitRate: hits.length / Math.max(1, outcomes.length),
    wrongRate: wrong / Math.max(1, outcomes.length),
  };
}

function sweep(title: string, outcomes: Outcome[]): Table {
  return {
    group: "cache",
    title,
    rows: thresholds.map((threshold) => {
      const { precision, hitRate, wrongRate } = ratesAt(outcomes, threshold);
      return { threshold: threshold.toFixed(2), "hit rate": hitRate, precision, "wrong among all": wrongRate };
    }),
  };
}
