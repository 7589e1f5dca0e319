import {
  type ContradictionModel,
  type Weighed,
  weigh,
} from "../../../../server/models/copilot/by-rules/weighed/contradiction-model.ts";
import {
  type About,
  type Against,
  aboutSignals,
  againstSignals,
  type Signals,
} from "../../../../server/models/copilot/by-rules/weighed/signals.ts";
import type { WeighedExample } from "./examples.ts";

/** Where the weights of what a sentence is about begin, and are drawn to: meaning and words first. */
const firstAbout: About = { meaning: 10, inContext: 2, words: 2, sort: 0, sameValue: 0, nearest: 0, leaning: 0 };
const firstNothing = 5;
const penalty = { about: 0.2, against: 1 };
const steps = 400;
const rate = 0.06;
/** How much the known line of a pair counts beside whether the pair is a contradiction. */
const shareOfLine = 0.5;
const surest = 0.999;

interface Slopes {
  about: About;
  against: Against;
  nothing: number;
}

/**
 * Weights of the largest likelihood, with a penalty for large ones. Which line a sentence of a list speaks of is not known: the likelihood is
 * summed over all candidates.
 */
export function fitWeights(examples: readonly WeighedExample[]): ContradictionModel {
  const model: ContradictionModel = {
    about: { ...firstAbout },
    against: zeros(againstSignals),
    nothing: firstNothing,
    line: 0.5,
  };
  const whole = examples.reduce((sum, { weight }) => sum + weight, 0);
  const move = adam();
  for (let step = 1; step <= steps; step += 1) {
    const slopes: Slopes = { about: zeros(aboutSignals), against: zeros(againstSignals), nothing: 0 };
    for (const example of examples) addSlopes(slopes, example, weigh(example.candidates, model));
    for (const name of aboutSignals) {
      const slope = slopes.about[name] + penalty.about * (model.about[name] - firstAbout[name]);
      model.about[name] -= move(`about ${name}`, slope / whole, step);
    }
    for (const name of againstSignals) {
      const slope = slopes.against[name] + (name === "always" ? 0 : penalty.against * model.against[name]);
      model.against[name] -= move(`against ${name}`, slope / whole, step);
    }
    model.nothing -= move("nothing", slopes.nothing / whole, step);
  }
  return model;
}

function addSlopes(slopes: Slopes, { candidates, isWrong, line, weight }: WeighedExample, weighed: Weighed): void {
  const told = Math.min(surest, Math.max(1 - surest, weighed.probability));
  const error = (weight * (told - Number(isWrong))) / (told * (1 - told));
  const known = candidates.findIndex(({ clause }) => line !== null && clause.line.plain === line);
  for (const [place, { about, against }] of candidates.entries()) {
    const [share, opposed] = [weighed.about[place] ?? 0, weighed.against[place] ?? 0];
    const aligned = known < 0 ? 0 : shareOfLine * weight * (share - Number(place === known));
    const slope = error * share * (opposed - weighed.probability) + aligned;
    for (const name of aboutSignals) slopes.about[name] += slope * about[name];
    const slopeAgainst = error * share * opposed * (1 - opposed);
    for (const name of againstSignals) slopes.against[name] += slopeAgainst * against[name];
  }
  slopes.nothing += weighed.nothing * ((known < 0 ? 0 : shareOfLine * weight) - error * weighed.probability);
}

function zeros<Name extends string>(names: readonly Name[]): Signals<Name> {
  // Each name of the list is a key.
  return Object.fromEntries(names.map((name) => [name, 0])) as Signals<Name>;
}

/** Steps of the size that suits each weight (Adam). */
function adam(): (name: string, slope: number, step: number) => number {
  const means = new Map<string, { first: number; second: number }>();
  return (name, slope, step) => {
    const mean = means.get(name) ?? { first: 0, second: 0 };
    mean.first = 0.9 * mean.first + 0.1 * slope;
    mean.second = 0.99 * mean.second + 0.01 * slope * slope;
    means.set(name, mean);
    const size = Math.sqrt(mean.second / (1 - 0.99 ** step)) + 1e-6;
    return (rate * mean.first) / (1 - 0.9 ** step) / size;
  };
}
