import type { Grade } from "../../../protocol/messages.ts";
import { readySentences } from "../../core/text/ready/index.ts";
import { refersBack } from "../../core/text/references.ts";
import { isGoodEnough } from "../grading/scale.ts";
import { smallTalkReply } from "../intent.ts";
import type { GenerateInput, GradeResult } from "../ports.ts";
import { relatedToAnswer } from "../related-sections.ts";
import { nothingFound, type SupportStateType, type SupportUpdate, standaloneQuestion } from "../state.ts";
import { activitiesOf, reasonBeside } from "../tool-ports.ts";
import {
  known,
  modelFailure,
  passagesOf,
  publishStatus,
  resultsOf,
  type SupportNode,
  type TurnPorts,
} from "../turn-ports.ts";

/** Writes the answer. The only node whose words reach the visitor as they come, and only when the tenant wants that. */
export const generate: SupportNode = async (state, ports) => {
  const input = await modelInput(state, ports);
  const assessed = (await ports.model.assess?.(input)) ?? null;
  const shown = mayStream(assessed, ports);
  publishStatus(ports, "generate");
  const show = (content: string) => {
    if (shown && !ports.isStopped()) ports.emit("token", { content });
  };
  try {
    const { text: answer, citations, isCut, saysNone } = await ports.model.generate(input, show, ports.signal);
    if (isCut) return { answer, citations, escalation_reason: "low_grade", confidence: cutOff };
    if (answer.trim() !== "") return { answer, citations };
    const reason = reasonBeside(input.results ?? [], saysNone ? "no_documents" : "low_grade");
    return { answer, citations, escalation_reason: reason, ...unwritten(assessed) };
  } catch (error) {
    const { partial, kind } = modelFailure(error);
    return {
      answer: partial,
      citations: [],
      escalation_reason: kind === "budget" ? "budget_exhausted" : "model_failure",
      ...(partial.trim() === "" ? {} : { confidence: brokenOff }),
    };
  }
};

/** The mark of an answer that the visitor saw the beginning of. */
const brokenOff: Grade = { score: 0, tier: "low", reason: "The answer was interrupted before it was complete." };

/** The mark of an answer without its end: nobody can say what is missing, so no model is asked to judge it. */
const cutOff: Grade = { score: 0, tier: "low", reason: "The answer was too long and was cut off." };

/**
 * The input of `generate` and `grade`. It holds the conversation only when the question leans on it, so that the answer to a
 * question that stands alone depends on nothing but the documents and may be kept in the cache.
 */
async function modelInput(state: SupportStateType, ports: TurnPorts): Promise<GenerateInput> {
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
function leansOnTalk(state: SupportStateType, { tenant }: TurnPorts): boolean {
  if (!state.messages.some((message) => message.role === "visitor")) return false;
  if (standaloneQuestion(state) !== state.question || state.rewriting_failed) return true;
  return refersBack(state.question, tenant.locale);
}

/** An answerer that can judge the evidence first keeps a weak answer as a draft instead of showing and then taking it back. */
function mayStream(assessed: GradeResult | null, { tenant }: TurnPorts): boolean {
  if (tenant.answer_mode === "verify_first") return false;
  return assessed === null || isGoodEnough(assessed, tenant);
}

/** What the evidence for an answer that was not written is worth. Nobody can find it right or wrong: there is no raw grade to learn from. */
function unwritten(assessed: GradeResult | null): SupportUpdate {
  if (assessed === null) return { confidence: nothingFound, grading: null };
  const { score, tier, reason, supported, unsupported, missing } = assessed;
  return { confidence: { score, tier, reason }, grading: { supported, unsupported, missing } };
}

/** Judges the answer; below the tenant's threshold a person is asked. */
export const grade: SupportNode = async (state, ports) => {
  publishStatus(ports, "grade");
  try {
    const answer = { text: state.answer, citations: state.citations };
    const input = await modelInput(state, ports);
    const result = await ports.model.grade({ ...input, answer }, ports.signal);
    const { score, tier, reason, supported, unsupported, missing, raw } = result;
    return {
      confidence: { score, tier, reason },
      grading: { supported, unsupported, missing, ...(raw ? { raw } : {}) },
      ...(isGoodEnough(result, ports.tenant) ? {} : { escalation_reason: reasonBeside(input.results ?? []) }),
    };
  } catch (error) {
    modelFailure(error);
    return { escalation_reason: "model_failure" };
  }
};

/** Stores the answer for good, and in the cache when it holds for everybody who asks the same. */
export const finish: SupportNode = async (state, ports) => {
  const answer = wordsFor(state, ports);
  if (answer !== null) {
    await ports.finish({ answer, citations: [], grade: null, is_cache_hit: false, rephrased_question: state.question });
    return { answer };
  }
  return finishAnswer(state, ports);
};

async function finishAnswer(state: SupportStateType, ports: TurnPorts): Promise<SupportUpdate> {
  const { answer, citations, confidence: grade, grading, is_cache_hit } = state;
  const rephrased_question = standaloneQuestion(state);
  const tools = activitiesOf(await resultsOf(state, ports));
  const used = tools.length > 0 ? { tools } : {};
  const found = relatedToAnswer(await passagesOf(state, ports), citations);
  const related = found.length > 0 ? found : state.related;
  const beside = related.length > 0 ? { related } : {};
  await ports.finish({ answer, citations, grade, grading, is_cache_hit, rephrased_question, ...used, ...beside });
  const leansOnMore = rephrased_question !== state.question || state.hint !== "" || leansOnTalk(state, ports);
  if (
    grade !== null &&
    citations.length > 0 &&
    !is_cache_hit &&
    // What a system told holds for this visitor and this moment; so does an answer that lacks it.
    state.calls.length === 0 &&
    !ports.acted.isWanted &&
    !leansOnMore &&
    !(ports.model.isStandIn?.() ?? false)
  ) {
    await ports.cache.store({
      question: state.question,
      answer,
      citations,
      grade,
      ...beside,
      chunks: state.context.map(({ chunk_id, document_id, version_id }) => ({ chunk_id, document_id, version_id })),
    });
  }
  return {};
}

/** The reply that needs no search, or null. */
function wordsFor(state: SupportStateType, { tenant, language = "en" }: TurnPorts): string | null {
  if (state.intent === "small_talk") return smallTalkReply(state.question, tenant, language) ?? "";
  if (state.intent === "only_files") return readySentences[language].onlyFiles;
  return state.is_cancelled ? readySentences[language].dropped : null;
}
