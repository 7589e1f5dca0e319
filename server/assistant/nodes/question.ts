import { refersBack } from "../../text/references.ts";
import { ModelFailure } from "../ports.ts";
import { asHit, standaloneQuestion } from "../state.ts";
import { known, type SupportNode, tellStatus } from "../turn-ports.ts";
import { askWhich, mayAsk } from "./clarify.ts";
import { refusesAnswer, sectionsShown } from "./retrieve.ts";

/** Asks the cache before anything else, but only with a question that means the same without the conversation. */
export const checkCache: SupportNode = async (state, ports) => {
  const isFirst = !state.messages.some((message) => message.role === "visitor");
  if (!isFirst && refersBack(state.question, ports.tenant.locale)) return {};
  tellStatus(ports, "check_cache");
  return asHit(await ports.cache.lookup(state.question));
};

/** Asks again once the question has been rewritten; an unchanged one was asked already. Never repeats the answer above it. */
export const checkCacheAgain: SupportNode = async (state, ports) => {
  if (state.refused.length > 0) return {};
  const hit = await ports.cache.lookup(standaloneQuestion(state));
  const last = state.messages.findLast(({ role }) => role === "assistant")?.content;
  return hit !== null && hit.answer === last && standaloneQuestion(state) !== state.question ? {} : asHit(hit);
};

/** Rewrites the last message so that it can be understood alone. Without a history and memories there is nothing to bring in. */
export const contextualize: SupportNode = async (state, ports) => {
  const { memories = [] } = ports;
  if (state.messages.length === 0 && memories.length === 0) return { rephrased_question: state.question };
  tellStatus(ports, "contextualize");
  try {
    const input = { question: state.question, history: state.messages, tenant: ports.tenant, ...known(ports) };
    const { question, unchanged, failed, readings = [] } = await ports.model.contextualize(input, ports.signal);
    const clarification = mayAsk(state, ports) ? askWhich(readings, ports.language) : null;
    if (clarification !== null) {
      tellStatus(ports, "clarify");
      return { clarification };
    }
    return {
      rephrased_question: unchanged || question.trim() === "" ? state.question : question,
      ...(failed ? { rewriting_failed: true } : {}),
      ...(refusesAnswer(state, ports) ? { refused: sectionsShown(state) } : {}),
    };
  } catch (error) {
    // The question as asked is still worth a search, and its answer gets the talk. A model that is down shows itself at `generate`.
    if (error instanceof ModelFailure && error.kind !== "cancelled")
      return { rephrased_question: state.question, rewriting_failed: true };
    throw error;
  }
};
