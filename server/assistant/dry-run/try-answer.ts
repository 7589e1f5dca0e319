import type { TriedAnswer } from "../../../protocol/admin-try.ts";
import type { EscalationReason } from "../../../protocol/messages.ts";
import { AppError } from "../../core/errors.ts";
import type { TrialDeps, TrialResult } from "./ports.ts";
import { runTrial } from "./run-trial.ts";

/** Longest that somebody waits in front of it. */
const tryTimeoutMs = 60_000;

export type TryAnswer = (tenantId: string, question: string) => Promise<TriedAnswer>;

/**
 * What a visitor who asks this first would get now, past the cache.
 * @returns a function that throws AppError `unavailable` when the answer does not come in time, or not at all.
 */
export function createTryAnswer(deps: TrialDeps): TryAnswer {
  return async (tenantId, question) => {
    const signal = AbortSignal.timeout(tryTimeoutMs);
    const trial = await runTrial(deps, { tenantId, question, cache: "off", signal });
    if (trial.outcome === "failed") throw new AppError("unavailable", "The answer took too long or failed. Try again.");
    return {
      outcome: outcomes[trial.outcome],
      // A trial that did not fail has one of the reasons that visitors' turns have.
      reason: trial.reason as EscalationReason | null,
      content: trial.answer,
      citations: trial.citations,
      grade: trial.grade,
      threshold: trial.threshold,
      options: trial.options,
      read: trial.passages.map(({ chunk_id }) => chunk_id),
      took_ms: Math.round(trial.ms),
    };
  };
}

const outcomes: Record<Exclude<TrialResult["outcome"], "failed">, TriedAnswer["outcome"]> = {
  answered: "answered",
  small_talk: "answered",
  escalated: "handed_over",
  clarifying: "asked_back",
  proposed: "asked_back",
};
