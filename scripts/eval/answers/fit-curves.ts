import type { AdditiveModel, Curve } from "../../../server/models/extractive/curves.ts";

/** A row of signals, and whether it is of the kind that should score high. */
export interface Example {
  values: Readonly<Record<string, number>>;
  positive: boolean;
  weight: number;
}

/** Signals by name, and whether more of one speaks for (1) or against (-1): a curve never goes the other way, whatever a few rows say. */
export type Directions = Readonly<Record<string, 1 | -1>>;

/** Chosen by five-fold cross-validation on the work part; more rounds, or trees of two and three signals, were no better. */
const rounds = 150;
const rate = 0.1;
/** Pull of every step towards 0, as so many uncertain rows. */
const ridge = 1;
/** Fewer rows on a side of a cut say nothing. */
const fewestRows = 20;
const mostBins = 24;

interface Binned {
  name: string;
  direction: 1 | -1;
  /** Bin of each row. */
  bins: number[];
  /** Middle value of each bin. */
  middles: number[];
  /** What each bin adds so far. */
  points: number[];
}

/**
 * Fits a sum of monotone curves to the log-odds of `positive`, by gradient boosting with cuts of one signal at a time (Friedman 2001,
 * with the second-order gain of XGBoost, Chen and Guestrin 2016).
 */
export function fitCurves(examples: readonly Example[], directions: Directions): AdditiveModel {
  const signals = Object.entries(directions).map(([name, direction]) => binned(examples, name, direction));
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const positive = examples.reduce((sum, each) => sum + (each.positive ? each.weight : 0), 0);
  const bias = Math.log(positive / (total - positive));
  const sums = new Float64Array(examples.length).fill(bias);
  for (let round = 0; round < rounds; round += 1) {
    const chances = sums.map((sum) => 1 / (1 + Math.exp(-sum)));
    const slopes = chances.map(
      (chance, row) => Number(examples[row]?.weight) * (Number(examples[row]?.positive) - chance),
    );
    const bends = chances.map((chance, row) => Number(examples[row]?.weight) * chance * (1 - chance));
    const cut = best(signals.map((signal) => bestCut({ signal, slopes, bends })));
    if (!cut) break;
    const { signal, after, below, above } = cut;
    signal.points = signal.points.map((sum, bin) => sum + (bin <= after ? below : above));
    for (const [row, bin] of signal.bins.entries()) sums[row] = Number(sums[row]) + (bin <= after ? below : above);
  }
  return asModel(signals, bias);
}

function binned(examples: readonly Example[], name: string, direction: 1 | -1): Binned {
  const values = examples.map((each) => each.values[name] ?? 0);
  const sorted = values.toSorted((one, other) => one - other);
  const quantiles = Array.from({ length: mostBins - 1 }, (_unused, at) =>
    Number(sorted[Math.floor(((at + 1) * sorted.length) / mostBins)]),
  );
  const edges = [...new Set(quantiles)].filter((edge) => edge > Number(sorted[0]));
  const binOf = (value: number) => edges.filter((edge) => value >= edge).length;
  const bins = values.map(binOf);
  const members = Array.from({ length: edges.length + 1 }, (): number[] => []);
  for (const value of sorted) members[binOf(value)]?.push(value);
  const middles = members.map((of) => of[Math.floor(of.length / 2)] ?? 0);
  return { name, direction, bins, middles, points: middles.map(() => 0) };
}

interface Cut {
  signal: Binned;
  /** The last bin below the cut. */
  after: number;
  below: number;
  above: number;
  gain: number;
}

function bestCut({ signal, slopes, bends }: { signal: Binned; slopes: Float64Array; bends: Float64Array }): Cut | null {
  const size = signal.points.length;
  const [slopeOf, bendOf, rowsOf] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (const [row, bin] of signal.bins.entries()) {
    slopeOf[bin] = Number(slopeOf[bin]) + Number(slopes[row]);
    bendOf[bin] = Number(bendOf[bin]) + Number(bends[row]);
    rowsOf[bin] = Number(rowsOf[bin]) + 1;
  }
  const [slope, bend, rows] = [sumOf(slopeOf), sumOf(bendOf), signal.bins.length];
  const before = slope ** 2 / (bend + ridge);
  let found: Cut | null = null;
  let [under, underBend, underRows] = [0, 0, 0];
  for (let after = 0; after < size - 1; after += 1) {
    under += Number(slopeOf[after]);
    underBend += Number(bendOf[after]);
    underRows += Number(rowsOf[after]);
    const below = under / (underBend + ridge);
    const above = (slope - under) / (bend - underBend + ridge);
    const gain = below * under + above * (slope - under) - before;
    const isAllowed = Math.min(underRows, rows - underRows) >= fewestRows && (above - below) * signal.direction > 0;
    if (isAllowed && gain > (found?.gain ?? 0))
      found = { signal, after, below: rate * below, above: rate * above, gain };
  }
  return found;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function best(cuts: readonly (Cut | null)[]): Cut | null {
  return cuts.reduce((chosen, cut) => ((cut?.gain ?? 0) > (chosen?.gain ?? 0) ? cut : chosen), null);
}

/** Curves that begin at 0; a stretch where nothing changes keeps its two ends. */
function asModel(signals: readonly Binned[], bias: number): AdditiveModel {
  const curves: Record<string, Curve> = {};
  let constant = bias;
  for (const { name, middles, points } of signals) {
    const first = points[0] ?? 0;
    constant += first;
    const kept = [...points.keys()].filter(
      (bin) => bin === 0 || points[bin] !== points[bin - 1] || points[bin] !== points[bin + 1],
    );
    if (points.some((sum) => sum !== first))
      curves[name] = {
        at: kept.map((bin) => round(middles[bin] ?? 0)),
        points: kept.map((bin) => round((points[bin] ?? 0) - first, 100)),
      };
  }
  return { bias: round(constant), curves };
}

function round(value: number, parts = 1_000): number {
  return Math.round(value * parts) / parts;
}
