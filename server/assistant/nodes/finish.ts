import { smallTalkReply } from "../intent.ts";
import { standaloneQuestion } from "../state.ts";
import type { SupportNode } from "../turn-ports.ts";

/** Stores the answer for good, and in the cache when it holds for everybody who asks the same. */
export const finish: SupportNode = async (state, ports) => {
  if (state.intent === "small_talk") {
    const answer = smallTalkReply(state.question, ports.tenant) ?? "";
    await ports.finish({ answer, citations: [], grade: null, is_cache_hit: false, rephrased_question: state.question });
    return { answer };
  }
  const { answer, citations, grade, is_cache_hit } = state;
  await ports.finish({ answer, citations, grade, is_cache_hit, rephrased_question: standaloneQuestion(state) });
  const leansOnHistory = standaloneQuestion(state) !== state.question;
  if (grade !== null && citations.length > 0 && !is_cache_hit && !leansOnHistory) {
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
