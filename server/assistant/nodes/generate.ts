import type { Grade } from "../../../protocol/messages.ts";
import { isGoodEnough } from "../../grades/scale.ts";
import { refersBack } from "../../text/references.ts";
import { type GenerateInput, type GradeResult, type Grading, ModelFailure } from "../ports.ts";
import { nothingFound } from "../prompts.ts";
import { type SupportStateType, standaloneQuestion } from "../state.ts";
import { reasonBeside } from "../tool-results.ts";
import { known, passagesOf, resultsOf, type SupportNode, type TurnPorts, tellStatus } from "../turn-ports.ts";

/** Writes the answer. The only node whose words reach the visitor as they come, and only when the tenant wants that. */
export const generate: SupportNode = async (state, ports) => {
  const input = await modelInput(state, ports);
  const assessed = (await ports.model.assess?.(input)) ?? null;
  const shown = mayStream(assessed, ports);
  tellStatus(ports, "generate");
  try {
    const answer = await ports.model.generate(
      input,
      (content) => {
        if (shown && !ports.isStopped()) ports.emit("token", { content });
      },
      ports.signal,
    );
    if (answer.isCut)
      return { answer: answer.text, citations: answer.citations, escalation_reason: "low_grade", grade: cutOff };
    return {
      answer: answer.text,
      citations: answer.citations,
      ...(answer.text.trim() === ""
        ? {
            escalation_reason: reasonBeside(input.results ?? [], answer.saysNone ? "no_documents" : "low_grade"),
            grade: gradeOf(assessed),
            grading: unwritten(assessed),
          }
        : {}),
    };
  } catch (error) {
    if (error instanceof ModelFailure && error.kind !== "cancelled")
      return {
        answer: error.partial,
        citations: [],
        escalation_reason: error.kind === "budget" ? "budget_exhausted" : "model_failure",
        ...(error.partial.trim() === "" ? {} : { grade: brokenOff }),
      };
    throw error;
  }
};

/** The mark of an answer that the visitor saw the beginning of. */
const brokenOff: Grade = { score: 0, tier: "low", reason: "The answer was interrupted before it was complete." };

/** The mark of an answer without its end: nobody can say what is missing, so no model is asked to judge it. */
const cutOff: Grade = { score: 0, tier: "low", reason: "The answer was too long and was cut off." };

/**
 * What `generate` and `grade` see. The conversation goes along only when the question leans on it, so that the answer to a
 * question that stands alone depends on nothing but the documents and may be kept in the cache.
 */
export async function modelInput(state: SupportStateType, ports: TurnPorts): Promise<GenerateInput> {
  const question = standaloneQuestion(state);
  const results = await resultsOf(state, ports);
  return {
    question,
    history: leansOnTalk(state, ports) ? state.messages : [],
    said: state.messages,
    chunks: await passagesOf(state, ports),
    tenant: ports.tenant,
    ...(state.hint === "" ? {} : { hint: state.hint }),
    ...(results.length > 0 ? { results } : {}),
    ...known(ports),
  };
}

/**
 * Whether the question is understood only with the talk before it. One that a model gave back unchanged may be: "how much is it?" is about this
 * talk all the same, and where the rewriting failed nobody has looked.
 */
export function leansOnTalk(state: SupportStateType, { tenant }: TurnPorts): boolean {
  if (!state.messages.some((message) => message.role === "visitor")) return false;
  if (standaloneQuestion(state) !== state.question || state.rewriting_failed) return true;
  return refersBack(state.question, tenant.locale);
}

/** An answerer that can judge the evidence first keeps a weak answer as a draft instead of showing and then taking it back. */
function mayStream(assessed: GradeResult | null, { tenant }: TurnPorts): boolean {
  if (tenant.answer_mode === "verify_first") return false;
  return assessed === null || isGoodEnough(assessed, tenant);
}

/** The statements that a grade rests on. */
export function gradingOf(result: GradeResult | null): Grading | null {
  if (result === null) return null;
  const { supported, unsupported, missing, raw } = result;
  return { supported, unsupported, missing, ...(raw ? { raw } : {}) };
}

/** Nobody can find an answer right or wrong that was not written, so its grade is nothing to learn from. */
function unwritten(assessed: GradeResult | null): Grading | null {
  const grading = gradingOf(assessed);
  if (grading) delete grading.raw;
  return grading;
}

/** The grade of an answer that was not written: what the evidence was worth, or nothing. */
function gradeOf(assessed: GradeResult | null): Grade {
  if (assessed === null) return { score: 0, tier: "low", reason: nothingFound };
  return { score: assessed.score, tier: assessed.tier, reason: assessed.reason };
}
