import { type About, type Against, aboutSignals, againstSignals, type Candidate } from "./signals.ts";

/** Weights of two questions: which clause a sentence speaks of, and whether it contradicts that one. */
export interface ContradictionModel {
  about: About;
  against: Against;
  /** What the sum of `about` has to beat for the policy to speak of the sentence at all. */
  nothing: number;
  /** Probability from which on a sentence is told. */
  line: number;
}

export interface Weighed {
  /** That the policies contradict the sentence. */
  probability: number;
  /** For each candidate: that the sentence speaks of it, and, if so, that they cannot both be right. */
  about: number[];
  against: number[];
  /** That no candidate is what it speaks of. */
  nothing: number;
}

export function weigh(candidates: readonly Candidate[], model: ContradictionModel): Weighed {
  const sums = candidates.map(({ about }) =>
    aboutSignals.reduce((sum, name) => sum + model.about[name] * about[name], 0),
  );
  const highest = Math.max(model.nothing, ...sums);
  const shares = sums.map((sum) => Math.exp(sum - highest));
  const rest = Math.exp(model.nothing - highest);
  const whole = rest + shares.reduce((sum, share) => sum + share, 0);
  const about = shares.map((share) => share / whole);
  const against = candidates.map(({ against: signals }) => {
    const sum = againstSignals.reduce((total, name) => total + model.against[name] * signals[name], 0);
    return 1 / (1 + Math.exp(-sum));
  });
  return {
    probability: about.reduce((sum, share, index) => sum + share * (against[index] ?? 0), 0),
    about,
    against,
    nothing: rest / whole,
  };
}
