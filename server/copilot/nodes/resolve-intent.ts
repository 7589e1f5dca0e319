import type { CopilotAction } from "../../../protocol/copilot.ts";
import type { CopilotPorts, Intent } from "../ports.ts";
import { askForAction, mayUseWeb } from "../questions.ts";
import type { CopilotStateType, CopilotUpdate } from "../state.ts";

/** Below it an action is a guess; two that are nearer to each other are both meant, or neither. */
const leastConfidence = 0.6;
const leastLead = 0.15;
/** An action that is offered is at least so likely. */
const leastOffered = 0.3;

const all: readonly CopilotAction[] = ["summarize", "inquire", "compare", "audit"];

/** Which action is asked for. A tagged one needs no model; without a model any other message is a question. */
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

/** Null where no model answers. */
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

/** One action, or those between which a person has to choose, likeliest first. All four where nothing speaks for any. */
export function decideIntent(intent: Intent): { action: CopilotAction } | { ambiguous: CopilotAction[] } {
  const sorted = intent.actions.toSorted((one, other) => other.confidence - one.confidence);
  const [top, second] = sorted;
  if (top && top.confidence >= leastConfidence && top.confidence - (second?.confidence ?? 0) >= leastLead)
    return { action: top.action };
  const offered = sorted.filter(({ confidence }) => confidence >= leastOffered).map(({ action }) => action);
  return { ambiguous: offered.length >= 2 ? offered : [...all] };
}
