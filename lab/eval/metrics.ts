import { groupsOfEqual, type Scored } from "../../scripts/cli/own-questions/separation.ts";

/** Share of the relevant items among the first `depth` of a ranking, 0..1. */
export function recallAt(ranking: string[], relevant: string[], depth: number): number {
  const wanted = new Set(relevant);
  if (wanted.size === 0) return 0;
  return new Set(ranking.slice(0, depth).filter((id) => wanted.has(id))).size / wanted.size;
}

/** 1 when any of the first `depth` items is relevant, else 0. */
export function hitAt(ranking: string[], relevant: string[], depth: number): number {
  return ranking.slice(0, depth).some((id) => relevant.includes(id)) ? 1 : 0;
}

/** Normalised discounted cumulative gain with every relevant item worth the same, 0..1. */
export function ndcgAt(ranking: string[], relevant: string[], depth: number): number {
  const wanted = new Set(relevant);
  if (wanted.size === 0) return 0;
  const gain = ranking.slice(0, depth).reduce((sum, id, index) => sum + (wanted.has(id) ? discount(index) : 0), 0);
  let ideal = 0;
  for (let index = 0; index < Math.min(depth, wanted.size); index += 1) ideal += discount(index);
  return gain / ideal;
}

function discount(index: number): number {
  return 1 / Math.log2(index + 2);
}

/** Mean precision at each positive, in descending score order; ties share the precision at their end. */
export function averagePrecision(items: Scored[]): number {
  const positives = items.filter(({ positive }) => positive).length;
  let found = 0;
  let seen = 0;
  let sum = 0;
  for (const group of groupsOfEqual(items).reverse()) {
    const up = group.filter(({ positive }) => positive).length;
    found += up;
    seen += group.length;
    sum += up * (found / seen);
  }
  return positives === 0 ? Number.NaN : sum / positives;
}

/** The value that at least `share` of the numbers do not exceed (nearest rank). */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
