import { readEnglish } from "../../../../server/models/copilot/by-rules/weighed/clauses.ts";
import { type StanceModel, termsOf } from "../../../../server/models/copilot/by-rules/weighed/stance.ts";

export interface StanceExample {
  text: string;
  isKind: boolean;
  domain: string;
}

/** A term counts when texts of so many domains have it: words of one matter say nothing of others. */
const fewestDomains = 4;
const penalty = 3;
const steps = 400;
const rate = 0.5;
const momentum = 0.9;

/** A logistic regression on the terms of sentences. */
export function fitStance(examples: readonly StanceExample[]): StanceModel {
  const domains = new Map<string, Set<string>>();
  const read = examples.map(({ text }) => termsOf(readEnglish(text)));
  for (const [index, { domain }] of examples.entries())
    for (const term of read[index] ?? []) domains.set(term, (domains.get(term) ?? new Set()).add(domain));
  const terms = [...domains].filter(([, own]) => own.size >= fewestDomains).map(([term]) => term);
  const places = new Map(terms.map((term, place) => [term, place]));
  const rows = read.map((own) => [...own].flatMap((term) => places.get(term) ?? []));
  const weights = new Float64Array(terms.length);
  const moves = new Float64Array(terms.length);
  let bias = 0;
  for (let step = 0; step < steps; step += 1) {
    const slopes = weights.map((weight) => penalty * weight);
    let slope = 0;
    for (const [index, { isKind }] of examples.entries()) {
      const row = rows[index] ?? [];
      const sum = row.reduce((total, place) => total + (weights[place] ?? 0), bias);
      const error = 1 / (1 + Math.exp(-sum)) - Number(isKind);
      slope += error;
      for (const place of row) slopes[place] = (slopes[place] ?? 0) + error;
    }
    for (const place of weights.keys()) {
      moves[place] = momentum * (moves[place] ?? 0) + (slopes[place] ?? 0) / examples.length;
      weights[place] = (weights[place] ?? 0) - rate * (moves[place] ?? 0);
    }
    bias -= (rate * slope) / examples.length;
  }
  return { bias, weights: new Map(terms.map((term, place) => [term, weights[place] ?? 0])) };
}
