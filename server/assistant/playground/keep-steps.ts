import type { PlaygroundStep } from "../../../protocol/playground.ts";
import type { TrialStep } from "../dry-run/ports.ts";

/** Longest text, longest list and deepest nesting that is kept of what a node was given or gave. */
const maxChars = 1_500;
const maxItems = 40;
const maxDepth = 7;
/** Steps of the longest way through the graph, with room. */
const maxSteps = 30;

/** The steps of an answer as they are kept: bounded, whatever documents and models say. */
export function keepSteps(steps: readonly TrialStep[]): PlaygroundStep[] {
  return steps.slice(0, maxSteps).map(({ input, output, ...step }) => ({
    ...step,
    ms: Math.round(step.ms * 10) / 10,
    input: bounded(input, 0),
    output: bounded(output, 0),
  }));
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.length > maxChars ? `${value.slice(0, maxChars)} …` : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return "…";
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => bounded(item, depth + 1));
  const kept = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .slice(0, maxItems);
  return Object.fromEntries(kept.map(([key, item]) => [key, bounded(item, depth + 1)]));
}
