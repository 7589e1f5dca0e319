import { decideIntent } from "../decide-intent.ts";
import type { CopilotPorts } from "../ports.ts";
import { askForAction } from "../questions.ts";
import type { CopilotStateType, CopilotUpdate } from "../state.ts";
import { mayUseWeb } from "../validate.ts";

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
  const intent = await ports.intent.classify(asked, ports.signal);
  const decided = decideIntent(intent);
  if ("action" in decided) {
    const web = ports.hasWeb && intent.web === true && mayUseWeb(decided.action);
    return { settled: { ...settled, action: decided.action, web } };
  }
  return { question: askForAction(decided.ambiguous) };
}
