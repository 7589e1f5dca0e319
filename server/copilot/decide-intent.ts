import type { CopilotAction } from "../../protocol/copilot.ts";
import type { Intent } from "./ports.ts";

/**
 * Below this an action is a guess. Rules give 0.8 to a question and more to a verb, 0.65 to a case that is told, 0.5 and less where only a noun is
 * there: of the 150 tuning utterances in scripts/eval/copilot none is wrong between 0.5 and 0.65, and cases are asked back needlessly above.
 */
const leastConfidence = 0.6;
/** Two actions that are nearer are both meant, or neither: a question beside a verb is 0.12 behind, one that is mended by its context 0.3. Same source. */
const leastLead = 0.15;
/** An action that is offered is at least so likely; a choice of everything helps nobody who meant two. */
const leastOffered = 0.3;

const all: readonly CopilotAction[] = ["summarize", "inquire", "compare", "audit"];

/** One action, or those between which a person has to choose, likeliest first. All four where nothing speaks for any. */
export function decideIntent(intent: Intent): { action: CopilotAction } | { ambiguous: CopilotAction[] } {
  const [top, second] = intent.actions.toSorted((one, other) => other.confidence - one.confidence);
  if (top && top.confidence >= leastConfidence && top.confidence - (second?.confidence ?? 0) >= leastLead)
    return { action: top.action };
  const offered = intent.actions
    .filter(({ confidence }) => confidence >= leastOffered)
    .toSorted((one, other) => other.confidence - one.confidence)
    .map(({ action }) => action);
  return { ambiguous: offered.length >= 2 ? offered : [...all] };
}
