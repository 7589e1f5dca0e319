import { decideIntent } from "./decide-intent.ts";
import { classifyByRules } from "./intent-rules.ts";
import type { Intent, IntentPort } from "./ports.ts";
import { lastSaid } from "./talk-summary.ts";

/** Messages that are shown at the second try (design: retry with the last five). */
const saidAtRetry = 5;

/**
 * A model that is asked for what a message wants: the message alone, and once more with the last five where that decides nothing. The rules
 * speak where the model fails, so that the copilot goes on; `onFailure` is told.
 */
export function intentByModel(ask: IntentPort, onFailure: (error: unknown) => void): IntentPort {
  return {
    async classify(input, signal) {
      let first: Intent;
      try {
        first = await ask.classify({ ...input, said: [] }, signal);
      } catch (error) {
        signal.throwIfAborted();
        onFailure(error);
        return classifyByRules(input.text, input);
      }
      if ("action" in decideIntent(first) || input.said.length === 0) return first;
      try {
        return await ask.classify({ ...input, said: lastSaid(input.said, saidAtRetry) }, signal);
      } catch (error) {
        signal.throwIfAborted();
        onFailure(error);
        return first;
      }
    },
  };
}
