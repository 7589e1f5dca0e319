import type { EscalationReason } from "../../../protocol/messages.ts";
import { ModelFailure } from "../ports.ts";
import { plainSummary } from "../prompts.ts";
import type { SupportStateType } from "../state.ts";
import { toolLines } from "../tool-results.ts";
import { resultsOf, type SupportNode, type TurnPorts, tellStatus } from "../turn-ports.ts";

/**
 * Prepares the hand-over: why, and what the person needs to know. The hand-over itself (`ports.escalate`) comes after the
 * graph has paused and the pause is on disk: a visitor is never promised a person whom no resolution could reach.
 */
export const escalate: SupportNode = async (state, ports) => {
  tellStatus(ports, "escalate");
  const reason = state.escalation_reason ?? (isWanted(state) ? "asked_for_person" : "low_grade");
  const summary = await summaryFor(reason, state, ports);
  const tools = toolLines(await resultsOf(state, ports));
  return { escalation: { reason, summary: tools === "" ? summary : `${summary}\n${tools}` } };
};

/** Files that are sent once more, after the assistant has said that a person can open them, ask for that person. */
function isWanted({ intent }: SupportStateType): boolean {
  return intent === "asked_for_person" || intent === "only_files";
}

async function summaryFor(reason: EscalationReason, state: SupportStateType, ports: TurnPorts): Promise<string> {
  const plain = plainSummary(reason, state.question, state.messages);
  // A short ticket is its own summary, and a model that has just failed is not asked again.
  if (reason === "model_failure" || reason === "budget_exhausted" || state.messages.length === 0) return plain;
  try {
    const summary = await ports.model.summarize(
      { question: state.question, history: state.messages, tenant: ports.tenant },
      ports.signal,
    );
    return summary.trim() === "" ? plain : summary;
  } catch (error) {
    if (error instanceof ModelFailure && error.kind !== "cancelled") return plain;
    throw error;
  }
}
