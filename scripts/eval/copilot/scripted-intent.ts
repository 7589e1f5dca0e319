import { createHash } from "node:crypto";
import { type CopilotAction, copilotActionSchema } from "../../../protocol/copilot.ts";
import type { Caller } from "../../../server/models/chat/chat-tasks.ts";
import { ThinkingHabit } from "../../../server/models/chat/thinking-habit.ts";
import type { Utterance } from "./utterances.ts";

/**
 * What a reasonable model would say of an utterance, with the faults that models have: one of ten answers is no JSON or of another shape, one
 * of fifty is so twice, one of fifty is wrong and sure. A follow-up it understands only with the conversation. Always the same for an utterance.
 * It measures what happens around a model, not a model.
 */
export function scriptedCaller(each: Utterance): Caller {
  const never = () => Promise.reject(new Error("not asked for"));
  let calls = 0;
  return {
    habit: new ThinkingHabit("scripted"),
    complete: async (turns) => {
      calls += 1;
      const hasTalk = turns.some(({ content }) => content.includes("<conversation>"));
      const isRepair = turns.some(({ role }) => role === "assistant");
      const luck = chance(each, "faults");
      const isFaulty = luck < 0.02 || (luck < 0.1 && !isRepair && calls === 1);
      return { text: isFaulty ? faulty(each) : wrapped(each, answerOf(each, hasTalk)), isCut: false };
    },
    stream: never,
    propose: never,
  };
}

function answerOf(each: Utterance, hasTalk: boolean): { action: CopilotAction; confidence: number }[] {
  const { options } = copilotActionSchema;
  const other = options[Math.floor(chance(each, "other") * options.length)] ?? "inquire";
  if (each.said.length > 0 && !hasTalk) return [{ action: other, confidence: 0.4 }];
  if (each.wanted === "ambiguous") {
    const next = options.find((action) => action !== other) ?? "summarize";
    const height = chance(each, "height") < 0.5 ? 0.9 : 0.5;
    return [
      { action: other, confidence: height },
      { action: next, confidence: height - 0.05 },
    ];
  }
  const action = chance(each, "wrong") < 0.02 ? other : each.wanted;
  return [
    { action, confidence: 0.85 + chance(each, "sure") / 10 },
    ...(other === action ? [] : [{ action: other, confidence: 0.2 }]),
  ];
}

function wrapped(each: Utterance, actions: object[]): string {
  const json = JSON.stringify({ actions });
  const way = chance(each, "way");
  if (way < 0.2) return `\`\`\`json\n${json}\n\`\`\``;
  return way < 0.3 ? `The writer wants this:\n${json}\nLet me know if you need more.` : json;
}

function faulty(each: Utterance): string {
  const ways = [
    "compare",
    '{"actions": "summarize"}',
    '{"actions":[{"action":"translate","confidence":0.9}]}',
    '{"actions":[{"action":"audit","confidence":90}]}',
    '{"actions":[{"action":"audit","confi',
  ];
  return ways[Math.floor(chance(each, "fault") * ways.length)] ?? "";
}

/** 0..1, the same for the same utterance and matter. */
function chance({ text, domain }: Utterance, matter: string): number {
  return createHash("sha256").update(`${domain} ${text} ${matter}`).digest().readUInt32BE() / 2 ** 32;
}
