import type { TriedAnswer } from "../../../protocol/admin-try.ts";
import type { EscalationReason } from "../../../protocol/messages.ts";
import { AppError } from "../../core/errors.ts";
import type { DryRunDeps, DryRunResult } from "./ports.ts";
import { runDryRun } from "./run-dry-run.ts";

/** Timeout in ms while a person waits. */
const tryTimeoutMs = 60_000;

export type TryAnswer = (tenantId: string, question: string) => Promise<TriedAnswer>;

/**
 * The current answer to a visitor's first question, without the cache.
 * @returns a function that throws AppError `unavailable` when the answer is late or fails.
 */
export function createTryAnswer(deps: DryRunDeps): TryAnswer {
  return async (tenantId, question) => {
    const signal = AbortSignal.timeout(tryTimeoutMs);
    const dryRun = await runDryRun(deps, { tenantId, question, cache: "off", signal });
    if (dryRun.outcome === "failed")
      throw new AppError("unavailable", "The answer took too long or failed. Try again.");
    return {
      outcome: outcomes[dryRun.outcome],
      // A dry run that did not fail has one of the reasons of visitors' turns.
      reason: dryRun.reason as EscalationReason | null,
      content: dryRun.answer,
      citations: dryRun.citations,
      grade: dryRun.grade,
      threshold: dryRun.threshold,
      options: dryRun.options,
      read: dryRun.passages.map(({ chunk_id }) => chunk_id),
      took_ms: Math.round(dryRun.ms),
    };
  };
}

const outcomes: Record<Exclude<DryRunResult["outcome"], "failed">, TriedAnswer["outcome"]> = {
  answered: "answered",
  small_talk: "answered",
  escalated: "handed_over",
  clarifying: "asked_back",
  proposed: "asked_back",
};
