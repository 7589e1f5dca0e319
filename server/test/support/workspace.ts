import { createCopilotGraph } from "../../copilot/graph.ts";
import type { KnowledgeDeps } from "../../knowledge/deps.ts";
import type { LiveHub } from "../../live/hub.ts";
import type { Logger } from "../../log.ts";
import { createCopilot } from "../../models/copilot/create-copilot.ts";
import { searchForAgent } from "../../search/search-for.ts";
import { createCheckpointer } from "../../store/checkpointer.ts";
import type { Database } from "../../store/database.ts";
import { noTracing } from "../../trace.ts";
import { toProfile } from "../../turns/load-turn.ts";
import type { WorkspaceDeps } from "../../workspace/deps.ts";
import { RunBook } from "../../workspace/run-book.ts";

/** The copilot where no language model is. */
export function workspaceWithoutModel({
  db,
  hub,
  log,
  knowledge,
}: {
  db: Database;
  hub: LiveHub;
  log: Logger;
  knowledge: KnowledgeDeps;
}): WorkspaceDeps & { runs: RunBook } {
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
    // What is late on a busy machine is no matter of most tests.
    sourceMs: 20_000,
  };
}
