import { searchForAgent } from "../../assistant/search/search-for.ts";
import type { ConversationDeps } from "../../copilot/conversations/deps.ts";
import { RunBook } from "../../copilot/conversations/run-book.ts";
import { createCopilotGraph } from "../../copilot/graph.ts";
import { createCopilot } from "../../copilot/models/create-copilot.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import { noTracing } from "../../core/trace.ts";
import { createCheckpointer } from "../../database/checkpointer.ts";
import type { Database } from "../../database/database.ts";
import type { KnowledgeDeps } from "../../knowledge/documents/deps.ts";
import { toProfile } from "../../tickets/turns/load-turn.ts";

/** The copilot without a language model. */
export function copilotWithoutModel({
  db,
  hub,
  log,
  knowledge,
}: {
  db: Database;
  hub: LiveHub;
  log: Logger;
  knowledge: KnowledgeDeps;
}): ConversationDeps & { runs: RunBook } {
  return {
    db,
    hub,
    log,
    embeddings: knowledge.embeddings,
    graph: createCopilotGraph(createCheckpointer(db)),
    tracing: noTracing,
    profileOf: toProfile,
    workersFor: ({ tenant }) =>
      createCopilot({
        turn: { forCopilot: () => Promise.reject(new Error("these tests have no model")) },
        hasModel: false,
        tenant,
      }),
    search: async (tenantId, { query: q, limit, sets }) =>
      (await searchForAgent(knowledge, tenantId, { q, limit, ...(sets.length > 0 ? { set: [...sets] } : {}) })).results,
    runs: new RunBook(),
    // Most tests must not depend on delays of a busy machine.
    sourceMs: 20_000,
  };
}
