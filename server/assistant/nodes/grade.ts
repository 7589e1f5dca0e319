import { isGoodEnough } from "../../grades/scale.ts";
import { ModelFailure } from "../ports.ts";
import { reasonBeside } from "../tool-results.ts";
import { type SupportNode, tellStatus } from "../turn-ports.ts";
import { gradingOf, modelInput } from "./generate.ts";

/** Judges the answer; below the tenant's threshold a person is asked. */
export const grade: SupportNode = async (state, ports) => {
  tellStatus(ports, "grade");
  try {
    const answer = { text: state.answer, citations: state.citations };
    const input = await modelInput(state, ports);
    const result = await ports.model.grade({ ...input, answer }, ports.signal);
    const { score, tier, reason } = result;
    return {
      grade: { score, tier, reason },
      grading: gradingOf(result),
      ...(isGoodEnough(result, ports.tenant) ? {} : { escalation_reason: reasonBeside(input.results ?? []) }),
    };
  } catch (error) {
    if (error instanceof ModelFailure && error.kind !== "cancelled") return { escalation_reason: "model_failure" };
    throw error;
  }
};
