import type { ClarificationAnswer } from "../../../protocol/requests.ts";
import { intentOf } from "../intent.ts";
import { interrupt } from "../langgraph.ts";
import type { ClarifyInput } from "../ports.ts";
import type { SupportUpdate } from "../state.ts";
import { windowOf } from "../state.ts";
import type { SupportNode } from "../turn-ports.ts";

/** What a thread that waits for the visitor is resumed with: always an object. */
export interface Choosing {
  answer: ClarificationAnswer;
}

/** Pauses until the visitor has chosen. Nothing else happens here, so running it again on resume costs nothing. */
export const awaitChoice: SupportNode = (state, ports) => {
  const { answer } = interrupt<{ type: "await_choice" }, Choosing>({ type: "await_choice" });
  return {
    ...choiceUpdate(answer, state.clarification?.options ?? []),
    // Texts of the conversation are in no checkpoint.
    messages: windowOf(ports.history ?? []),
  };
};

/** What the visitor's answer makes of the state. Words are a message like any other; the assistant does not ask twice. */
export function choiceUpdate(answer: ClarificationAnswer, options: ClarifyInput["options"]): SupportUpdate {
  const asked = { clarification: null, was_clarified: true };
  if (answer.type === "cancel") return { ...asked, is_cancelled: true };
  if (answer.type === "text")
    return { ...asked, question: answer.text, rephrased_question: "", intent: intentOf(answer.text), context: [] };
  const chosen = options.find((option) => option.id === answer.choice);
  const others = options.flatMap((option) => (option !== chosen && option.place ? [option.place] : []));
  return {
    ...asked,
    rephrased_question: chosen?.question ?? "",
    passed_over: chosen?.place ? others : [],
    context: [],
  };
}
