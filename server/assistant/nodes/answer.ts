import type { Grade } from "../../../protocol/messages.ts";
import { readySentences } from "../../core/text/ready/index.ts";
import { refersBack } from "../../core/text/references.ts";
import { isGoodEnough } from "../grading/scale.ts";
import { smallTalkReply } from "../intent.ts";
import type { GenerateInput, GradeResult } from "../ports.ts";
import { relatedToAnswer, repeats } from "../related-sections.ts";
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

/** Writes the answer. The only node that streams text to the visitor, and only when the tenant allows it. */
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

/** Grade of an answer that broke off after the visitor saw its beginning. */
const brokenOff: Grade = { score: 0, tier: "low", reason: "The answer was interrupted before it was complete." };

/** Grade of a cut answer: the missing part is unknown, so no model grades it. */
const cutOff: Grade = { score: 0, tier: "low", reason: "The answer was too long and was cut off." };

/**
 * The input of `generate` and `grade`. It contains the conversation only when the question depends on it. The answer to a standalone
 * question then depends only on the documents and may be cached.
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
 * True when the question can be understood only with the conversation. This also applies to a question that the model returned unchanged:
 * "how much is it?" refers to this conversation, and after a failed rewrite nothing was checked.
 */
function leansOnTalk(state: SupportStateType, { tenant }: TurnPorts): boolean {
  if (!state.messages.some((message) => message.role === "visitor")) return false;
  if (standaloneQuestion(state) !== state.question || state.rewriting_failed) return true;
  return refersBack(state.question, tenant.locale);
}

/** An answerer that can judge the passages first keeps a weak answer as a draft, instead of showing and then withdrawing it. */
function mayStream(assessed: GradeResult | null, { tenant }: TurnPorts): boolean {
  if (tenant.answer_mode === "verify_first") return false;
  return assessed === null || isGoodEnough(assessed, tenant);
}

/**
 * The grade of the passages for an answer that was not written. There is no raw grade to learn from, because nobody can rate the missing
 * answer.
 */
function unwritten(assessed: GradeResult | null): SupportUpdate {
  if (assessed === null) return { confidence: nothingFound, grading: null };
  const { score, tier, reason, supported, unsupported, missing } = assessed;
  return { confidence: { score, tier, reason }, grading: { supported, unsupported, missing } };
}

/** Grades the answer; below the tenant's threshold the ticket is handed over. */
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
      ...(isGoodEnough(result, ports.tenant)
        ? ports.tenant.drafts_only && { escalation_reason: "email_draft" as const }
        : { escalation_reason: reasonBeside(input.results ?? []) }),
    };
  } catch (error) {
    modelFailure(error);
    return { escalation_reason: "model_failure" };
  }
};

/** Stores the answer, and also caches it when it is valid for every visitor with the same question. */
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
  const passages = await passagesOf(state, ports);
  const ofAnswer = relatedToAnswer(passages, citations);
  const isRepeated = repeats(state, ports.tenant.locale);
  const found = relatedToAnswer(passages, citations, isRepeated);
  const related = found.length > 0 ? found : state.related.filter((section) => !isRepeated(section));
  const beside = related.length > 0 ? { related } : {};
  await ports.finish({ answer, citations, grade, grading, is_cache_hit, rephrased_question, ...used, ...beside });
  const leansOnMore = rephrased_question !== state.question || state.hint !== "" || leansOnTalk(state, ports);
  if (
    grade !== null &&
    citations.length > 0 &&
    !is_cache_hit &&
    // A tool result is valid only for this visitor and this moment, and so is an answer that lacks one.
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
      // For every visitor, whatever was said in this conversation.
      ...(ofAnswer.length > 0 ? { related: ofAnswer } : {}),
      chunks: state.context.map(({ chunk_id, document_id, version_id }) => ({ chunk_id, document_id, version_id })),
    });
  }
  return {};
}

/** A reply that needs no search, or null. */
function wordsFor(state: SupportStateType, { tenant, language = "en" }: TurnPorts): string | null {
  if (state.intent === "small_talk") return smallTalkReply(state.question, tenant, language) ?? "";
  if (state.intent === "beside_approval") return readySentences[language].confirmation.useButtons;
  if (state.intent === "only_files") return readySentences[language].onlyFiles;
  return state.is_cancelled ? readySentences[language].dropped : null;
}
