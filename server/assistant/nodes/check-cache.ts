import { refersBack } from "../../text/references.ts";
import type { CachedAnswer } from "../cache-port.ts";
import { type SupportUpdate, standaloneQuestion } from "../state.ts";
import { type SupportNode, tellStatus } from "../turn-ports.ts";

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

/** What a cached answer makes of a turn; nothing when there is none. */
export function asHit(hit: CachedAnswer | null): SupportUpdate {
  if (hit === null) return {};
  const { answer, citations, grade, related = [] } = hit;
  return { is_cache_hit: true, answer, citations, grade, related };
}
