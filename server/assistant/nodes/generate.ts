import { type GenerateInput, ModelFailure } from "../ports.ts";
import { statusText } from "../prompts.ts";
import { type SupportStateType, standaloneQuestion } from "../state.ts";
import { passagesOf, type SupportNode, type TurnPorts } from "../turn-ports.ts";

/** Writes the answer. The only node whose words reach the visitor as they come, and only when the tenant wants that. */
export const generate: SupportNode = async (state, ports) => {
  const input = await modelInput(state, ports);
  const shown = await mayStream(input, ports);
  ports.emit("status", { node: "generate", content: statusText.generate });
  try {
    const answer = await ports.model.generate(
      input,
      (content) => {
        if (shown && !ports.isStopped()) ports.emit("token", { content });
      },
      ports.signal,
    );
    return {
      answer: answer.text,
      citations: answer.citations,
      ...(answer.text.trim() === "" ? { escalation_reason: "low_grade" as const } : {}),
    };
  } catch (error) {
    if (error instanceof ModelFailure && error.kind !== "cancelled")
      return { answer: error.partial, citations: [], escalation_reason: "model_failure" };
    throw error;
  }
};

/**
 * What `generate` and `grade` see. The conversation goes along only when the question leans on it, so that the answer to a
 * question that stands alone depends on nothing but the documents and may be kept in the cache.
 */
export async function modelInput(state: SupportStateType, ports: TurnPorts): Promise<GenerateInput> {
  const question = standaloneQuestion(state);
  return {
    question,
    history: question === state.question ? [] : state.messages,
    chunks: await passagesOf(state, ports),
    tenant: ports.tenant,
  };
}

/** An answerer that can judge the evidence first keeps a weak answer as a draft instead of showing and then taking it back. */
async function mayStream(input: GenerateInput, ports: TurnPorts): Promise<boolean> {
  if (ports.tenant.answer_mode === "verify_first") return false;
  if (!ports.model.assess) return true;
  return (await ports.model.assess(input)).score >= ports.tenant.threshold;
}
