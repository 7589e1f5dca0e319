import type { SearchDeps } from "../assistant/search/search.ts";
import { searchForAgent } from "../assistant/search/search-for.ts";
import type { WorkspaceDeps } from "../copilot/conversations/deps.ts";
import { RunBook } from "../copilot/conversations/run-book.ts";
import { createCopilotGraph } from "../copilot/graph.ts";
import { createCopilot } from "../copilot/models/create-copilot.ts";
import { roomLogger } from "../core/log.ts";
import { createCheckpointer } from "../database/checkpointer.ts";
import type { FileParser } from "../knowledge/reading/parsers/file-parser.ts";
import { toProfile } from "../tickets/turns/load-turn.ts";
import type { Resources } from "./resources.ts";
import { createWeb } from "./web.ts";

/** Wires the copilot to the models, the search and the documents. */
export function createWorkspace(
  { config, db, hub, embeddings, models, log, closers, tracing }: Resources,
  { search, parser }: { search: SearchDeps; parser: Pick<FileParser, "parseFile"> },
): WorkspaceDeps & { runs: RunBook } {
  const runs = new RunBook();
  closers.add(() => runs.close());
  return {
    db,
    hub,
    embeddings,
    graph: createCopilotGraph(createCheckpointer(db)),
    tracing,
    log: roomLogger(log, "workspace"),
    profileOf: toProfile,
    workersFor: (work) => createCopilot(models.forCopilot(work)),
    search: async (tenantId, { query, limit, sets }) =>
      (
        await searchForAgent(search, tenantId, {
          q: query.slice(0, 2_000),
          limit,
          ...(sets.length > 0 ? { set: [...sets] } : {}),
        })
      ).results,
    web: config.webSearch && createWeb(config.webSearch, { parser }),
    runs,
  };
}
