/**
 * What a signal adds to a sum: `points` at the values `at`, which rise; between two values in proportion, outside of them the
 * nearest one's.
 */
export interface Curve {
  at: readonly number[];
  points: readonly number[];
}

/** A sum of curves, one for each signal; a signal without one adds nothing. */
export interface AdditiveModel<Signal extends string = string> {
  bias: number;
  curves: Partial<Record<Signal, Curve>>;
}

/** The sum for these values; a missing or unknown value counts as 0. */
export function sumOfCurves<Signal extends string>(
  { bias, curves }: AdditiveModel<Signal>,
  values: { readonly [Name in Signal]?: number | null },
): number {
  let sum = bias;
  // The keys of a record of signals.
  for (const name of Object.keys(curves) as Signal[]) {
    const curve = curves[name];
    if (curve) sum += pointsAt(curve, values[name] ?? 0);
  }
  return sum;
}

function pointsAt({ at, points }: Curve, value: number): number {
  const next = at.findIndex((edge) => value < edge);
  if (next === 0) return points[0] ?? 0;
  if (next < 0) return points.at(-1) ?? 0;
  const [from, to] = [at[next - 1] ?? 0, at[next] ?? 0];
  const [low, high] = [points[next - 1] ?? 0, points[next] ?? 0];
  return low + ((high - low) * (value - from)) / (to - from);
}
