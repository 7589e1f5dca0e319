import { interrupt } from "../langgraph.ts";
import type { HumanDecision } from "../ports.ts";
import { windowOf } from "../state.ts";
import type { SupportNode } from "../turn-ports.ts";

/** What a paused thread is resumed with: always an object. */
export interface Resumption {
  decision: HumanDecision;
}

/** Pauses until a person decides. Nothing else happens here, so running it again on resume costs nothing. */
export const awaitHuman: SupportNode = (_state, ports) => {
  const { decision } = interrupt<{ type: "await_human" }, Resumption>({ type: "await_human" });
  if (decision.type !== "hint") return { decision };
  // A new try: what the last one found and why it failed must not decide this one.
  return {
    decision,
    hint: decision.hint,
    intent: "question",
    messages: windowOf(ports.history ?? []),
    escalation: null,
    escalation_reason: null,
    context: [],
    calls: [],
    answer: "",
    citations: [],
    grade: null,
    grading: null,
  };
};
