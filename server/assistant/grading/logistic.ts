/** A row of numbers, the first of which is 1 for the constant, and whether its score should be high. */
export interface Example {
  values: number[];
  positive: boolean;
  weight: number;
  /** Added to the sum unchanged; the weights correct it. Absent: 0. */
  offset?: number;
}

const maxRounds = 40;
/** A smaller step does not change any displayed digit. */
const done = 1e-6;
/** Largest change of a weight per round: where the curve is flat, Newton's method would oscillate forever. */
const longestStep = 1;
/** Keeps the matrix solvable when no example affects a weight. */
const leastRidge = 1e-9;

/**
 * Fits the weights of a logistic model by Newton's method.
 * @param ridge pulls the weights towards 0: a number applies to all but the constant, a list to each weight.
 */
export function fitLogistic(examples: readonly Example[], ridge: number | readonly number[]): number[] {
  const size = examples[0]?.values.length ?? 0;
  const pull = (index: number) => Math.max(leastRidge, pullOf(ridge, index));
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < maxRounds; round += 1) {
    const slope = weights.map((weight, index) => -pull(index) * weight);
    const curve = weights.map((_one, row) => weights.map((_other, column) => (row === column ? pull(row) : 0)));
    for (const { values, positive, weight, offset = 0 } of examples) {
      const chance = 1 / (1 + Math.exp(-offset - sumOf(weights, values)));
      addTo(slope, values, weight * ((positive ? 1 : 0) - chance));
      const bend = weight * chance * (1 - chance);
      for (const [row, value] of values.entries()) addTo(curve[row] ?? [], values, bend * value);
    }
    const step = solve(curve, slope).map((by) => Math.max(-longestStep, Math.min(longestStep, by)));
    weights = weights.map((weight, index) => weight + (step[index] ?? 0));
    if (Math.max(...step.map(Math.abs)) < done) break;
  }
  return weights;
}

/** The weighted sum of a row. */
export function sumOf(weights: readonly number[], values: readonly number[]): number {
  return values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
}

function pullOf(ridge: number | readonly number[], index: number): number {
  if (typeof ridge === "number") return index === 0 ? 0 : ridge;
  return ridge[index] ?? 0;
}

function addTo(target: number[], values: readonly number[], factor: number): void {
  for (const [index, value] of values.entries()) target[index] = (target[index] ?? 0) + factor * value;
}

/** Solves a linear system with a positive matrix, by Gaussian elimination with the largest pivot. */
function solve(matrix: number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  for (let at = 0; at < rows.length; at += 1) {
    const pivot = rows
      .slice(at)
      .reduce((best, row, index) => (Math.abs(row[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0) ? at + index : best), at);
    [rows[at], rows[pivot]] = [rows[pivot] ?? [], rows[at] ?? []];
    const top = rows[at] ?? [];
    for (const [index, row] of rows.entries()) {
      if (index !== at) addTo(row, top, -(row[at] ?? 0) / (top[at] || 1));
    }
  }
  return rows.map((row, index) => (row.at(-1) ?? 0) / (row[index] || 1));
}
