import type { SearchDeps } from "../assistant/search/search.ts";
import { searchForAgent } from "../assistant/search/search-for.ts";
import type { AssistDeps } from "../tickets/agent-assist/deps.ts";
import { toProfile } from "../tickets/turns/load-turn.ts";
import type { Resources } from "./resources.ts";

/** Passages per search; one check uses several searches. */
const limit = 8;

/** Wires agent assist to the models and the search. */
export function createAssistDeps({ db, models }: Resources, { search }: { search: SearchDeps }): AssistDeps {
  return {
    db,
    modelFor: (work) => models.forAgent(work),
    profileOf: toProfile,
    find: async (tenantId, q) => (await searchForAgent(search, tenantId, { q, limit })).results,
  };
}
