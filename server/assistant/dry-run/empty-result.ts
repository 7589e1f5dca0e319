import type { TenantProfile } from "../ports.ts";
import type { DryRunResult } from "./ports.ts";

/** A trial before anything came of it. */
export function emptyResult(question: string, { threshold }: TenantProfile): DryRunResult {
  return {
    outcome: "failed",
    answer: "",
    citations: [],
    grade: null,
    reason: null,
    rephrased_question: question,
    options: [],
    threshold,
    passages: [],
    cache: null,
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
    ms: 0,
    steps: [],
  };
}
