import { readySentences } from "../../text/ready/index.ts";
import { smallTalkReply } from "../intent.ts";
import { relatedToAnswer } from "../related-sections.ts";
import { type SupportStateType, standaloneQuestion } from "../state.ts";
import { activitiesOf } from "../tool-results.ts";
import { passagesOf, resultsOf, type SupportNode, type TurnPorts } from "../turn-ports.ts";
import { leansOnTalk } from "./generate.ts";

/** Stores the answer for good, and in the cache when it holds for everybody who asks the same. */
export const finish: SupportNode = async (state, ports) => {
  const answer = wordsFor(state, ports);
  if (answer !== null) {
    await ports.finish({ answer, citations: [], grade: null, is_cache_hit: false, rephrased_question: state.question });
    return { answer };
  }
  return finishAnswer(state, ports);
};

async function finishAnswer(state: SupportStateType, ports: TurnPorts): Promise<Partial<SupportStateType>> {
  const { answer, citations, grade, grading, is_cache_hit } = state;
  const rephrased_question = standaloneQuestion(state);
  const tools = activitiesOf(await resultsOf(state, ports));
  const used = tools.length > 0 ? { tools } : {};
  const found = relatedToAnswer(await passagesOf(state, ports), citations);
  // A turn that paused under an older version has none in its checkpoint.
  const related = found.length > 0 ? found : (state.related ?? []);
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

/** What is said without looking for anything, or null. */
function wordsFor(state: SupportStateType, { tenant, language = "en" }: TurnPorts): string | null {
  if (state.intent === "small_talk") return smallTalkReply(state.question, tenant, language) ?? "";
  if (state.intent === "only_files") return readySentences[language].onlyFiles;
  return state.is_cancelled ? readySentences[language].dropped : null;
}
