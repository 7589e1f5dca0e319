import { refersBack } from "../../text/references.ts";
import { smallTalkReply } from "../intent.ts";
import { clarificationDropped } from "../prompts.ts";
import { standaloneQuestion } from "../state.ts";
import type { SupportNode } from "../turn-ports.ts";

/** Stores the answer for good, and in the cache when it holds for everybody who asks the same. */
export const finish: SupportNode = async (state, ports) => {
  if (state.intent === "small_talk") {
    const answer = smallTalkReply(state.question, ports.tenant) ?? "";
    await ports.finish({ answer, citations: [], grade: null, is_cache_hit: false, rephrased_question: state.question });
    return { answer };
  }
  if (state.is_cancelled) {
    const answer = clarificationDropped;
    await ports.finish({ answer, citations: [], grade: null, is_cache_hit: false, rephrased_question: state.question });
    return { answer };
  }
  const { answer, citations, grade, grading, is_cache_hit } = state;
  const rephrased_question = standaloneQuestion(state);
  await ports.finish({ answer, citations, grade, grading, is_cache_hit, rephrased_question });
  const isFirst = !state.messages.some((message) => message.role === "visitor");
  // A model may give "how much is it?" back unchanged; its answer is about this talk all the same.
  const leansOnHistory =
    rephrased_question !== state.question ||
    state.hint !== "" ||
    (!isFirst && refersBack(state.question, ports.tenant.locale));
  if (
    grade !== null &&
    citations.length > 0 &&
    !is_cache_hit &&
    !leansOnHistory &&
    !(ports.model.isStandIn?.() ?? false)
  ) {
    await ports.cache.store({
      question: state.question,
      answer,
      citations,
      grade,
      chunks: state.context.map(({ chunk_id, document_id, version_id }) => ({ chunk_id, document_id, version_id })),
    });
  }
  return {};
};
