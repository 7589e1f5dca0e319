import type { CopilotAction } from "../../../protocol/copilot.ts";
import type { CopilotPorts, Intent } from "../ports.ts";
import { askForAction, mayUseWeb } from "../questions.ts";
import type { CopilotStateType, CopilotUpdate } from "../state.ts";

/** Below this confidence, an action is a guess. Two actions with a smaller difference are ambiguous. */
const minConfidence = 0.6;
const minLead = 0.15;
/** Lowest confidence of an offered action. */
const minOffered = 0.3;

const all: readonly CopilotAction[] = ["summarize", "inquire", "compare", "audit"];

/** Finds the action. A tagged action needs no model; without a model, every other message is a question. */
export async function resolveIntent(state: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { mentions } = state;
  if (mentions.action !== undefined) return { action: mentions.action };
  ports.tell("Understanding the request");
  const intent = await readIntent(state, ports);
  if (intent === null) return { action: "inquire" };
  const decided = decideIntent(intent);
  if ("ambiguous" in decided) return { question: askForAction(decided.ambiguous) };
  const web = ports.hasWeb && intent.web === true && mayUseWeb(decided.action);
  return { action: decided.action, focus: intent.focus ?? null, web };
}

/** Null when no model answers. */
async function readIntent({ message, mentions, text }: CopilotStateType, ports: CopilotPorts): Promise<Intent | null> {
  const { intent, said, signal } = ports;
  const asked = { text: message, said, documents: mentions.documents?.length ?? 0, hasText: text !== "" };
  try {
    return (await intent?.classify(asked, signal)) ?? null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** One action, or the actions to choose from, the likeliest first; all four when none is likely. */
export function decideIntent(intent: Intent): { action: CopilotAction } | { ambiguous: CopilotAction[] } {
  const sorted = intent.actions.toSorted((one, other) => other.confidence - one.confidence);
  const [top, second] = sorted;
  if (top && top.confidence >= minConfidence && top.confidence - (second?.confidence ?? 0) >= minLead)
    return { action: top.action };
  const offered = sorted.filter(({ confidence }) => confidence >= minOffered).map(({ action }) => action);
  return { ambiguous: offered.length >= 2 ? offered : [...all] };
}
