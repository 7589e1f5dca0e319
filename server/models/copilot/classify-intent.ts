import { z } from "zod";
import { copilotActionSchema } from "../../../protocol/copilot.ts";
import type { CopilotSaid, Intent } from "../../copilot/ports.ts";
import type { Caller } from "../chat/chat-tasks.ts";
import type { JsonShape } from "../chat/wire.ts";
import { intentPrompt } from "./intent-prompt.ts";
import { readOrRepair } from "./read-or-repair.ts";

const answerSchema = z.object({
  actions: z.array(z.object({ action: copilotActionSchema, confidence: z.number().min(0).max(1) })).max(20),
  // Wanted of every model, and nothing that a message fails for.
  web: z.boolean().optional(),
});

const intentShape: JsonShape = {
  name: "intent",
  schema: {
    type: "object",
    additionalProperties: false,
    required: ["actions", "web"],
    properties: {
      web: { type: "boolean" },
      actions: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          required: ["action", "confidence"],
          properties: {
            action: { type: "string", enum: [...copilotActionSchema.options] },
            confidence: { type: "number", description: "0 to 1" },
          },
        },
      },
    },
  },
};

/** What a model takes a message for, best first; of an action that is named twice, the higher one. @throws ModelFailure */
export async function classifyIntentBy(
  caller: Caller,
  input: { text: string; said: readonly CopilotSaid[]; documents: number; hasText: boolean },
): Promise<Intent> {
  const { actions, web } = await readOrRepair(caller, {
    prompt: intentPrompt(input),
    shape: intentShape,
    schema: answerSchema,
  });
  const best = new Map<string, (typeof actions)[number]>();
  for (const each of actions)
    if (each.confidence > (best.get(each.action)?.confidence ?? -1)) best.set(each.action, each);
  const sorted = [...best.values()].sort((one, other) => other.confidence - one.confidence);
  return { actions: sorted, ...(web ? { web } : {}) };
}
