/** A score, and whether the item should score high. */
export interface Scored {
  score: number;
  positive: boolean;
}

/** Area under the ROC curve: how often a positive scores above a negative; equal scores count half. */
export function auroc(items: Scored[]): number {
  const positives = items.filter(({ positive }) => positive).length;
  const negatives = items.length - positives;
  if (positives === 0 || negatives === 0) return Number.NaN;
  let below = 0;
  let wins = 0;
  for (const group of groupsOfEqual(items)) {
    const up = group.filter(({ positive }) => positive).length;
    const down = group.length - up;
    wins += up * (below + down / 2);
    below += down;
  }
  return wins / (positives * negatives);
}

/** Mean of the numbers; 0 when there are none. */
export function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Groups of equal scores, the lowest score first. */
export function groupsOfEqual(items: Scored[]): Scored[][] {
  const groups: Scored[][] = [];
  for (const item of [...items].sort((one, other) => one.score - other.score)) {
    const last = groups.at(-1);
    if (last?.[0]?.score === item.score) last.push(item);
    else groups.push([item]);
  }
  return groups;
}
