import { z } from "zod";
import { copilotActionSchema } from "../../../protocol/copilot.ts";
import { decideIntent } from "../../copilot/nodes/resolve-intent.ts";
import type { CopilotSaid, Intent } from "../../copilot/ports.ts";
import { lastSaid } from "../../copilot/talk-summary.ts";
import { askJson } from "../chat/ask-json.ts";
import type { Caller } from "../chat/chat-tasks.ts";
import { intentPrompt } from "./intent-prompt.ts";

const answerSchema = z.object({
  actions: z.array(z.object({ action: copilotActionSchema, confidence: z.number().min(0).max(1) })).max(20),
  // Wanted of every model, and nothing that a message fails for.
  web: z.boolean().nullish(),
  focus: z.string().nullish(),
});

/** Messages that are shown at the second try (design section 16: retry with the last five). */
const saidAtRetry = 5;

/** The message alone, and once more with the last five where that decides nothing. @throws ModelFailure */
export async function classifyIntentBy(caller: Caller, input: Parameters<typeof classifyOnce>[1]): Promise<Intent> {
  const first = await classifyOnce(caller, { ...input, said: [] });
  if ("action" in decideIntent(first) || input.said.length === 0) return first;
  return classifyOnce(caller, { ...input, said: lastSaid(input.said, saidAtRetry) });
}

/** What a model takes a message for, best first; of an action that is named twice, the higher one. @throws ModelFailure */
async function classifyOnce(
  caller: Caller,
  input: { text: string; said: readonly CopilotSaid[]; documents: number; hasText: boolean },
): Promise<Intent> {
  const { actions, web, focus } = await askJson(caller, {
    name: "intent",
    schema: answerSchema,
    prompt: intentPrompt(input),
  });
  const best = new Map<string, (typeof actions)[number]>();
  for (const each of actions)
    if (each.confidence > (best.get(each.action)?.confidence ?? -1)) best.set(each.action, each);
  const sorted = [...best.values()].sort((one, other) => other.confidence - one.confidence);
  return { actions: sorted, ...(web ? { web } : {}), ...(focus?.trim() ? { focus: focus.trim() } : {}) };
}
