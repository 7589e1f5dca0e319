import { decideIntent } from "../decide-intent.ts";
import type { CopilotPorts } from "../ports.ts";
import { askForAction } from "../questions.ts";
import type { CopilotStateType, CopilotUpdate } from "../state.ts";

/** Which action is asked for. One that is tagged is not looked for in the words; where two are as likely, the person is asked. */
export async function resolveIntent(state: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { settled, mentions, message } = state;
  if (settled.action !== null) return {};
  if (mentions.action !== undefined) return { settled: { ...settled, action: mentions.action } };
  const asked = {
    text: message,
    said: ports.said,
    documents: mentions.documents?.length ?? 0,
    hasText: settled.text !== "",
  };
  const decided = decideIntent(await ports.intent.classify(asked, ports.signal));
  if ("action" in decided) return { settled: { ...settled, action: decided.action } };
  return { question: askForAction(decided.ambiguous) };
}
