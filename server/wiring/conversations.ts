import { createHttpWebSearch } from "../assistant/models/web-search/http-web-search.ts";
import type { SearchDeps } from "../assistant/search/search.ts";
import { searchForAgent } from "../assistant/search/search-for.ts";
import type { ConversationDeps, WebDeps } from "../copilot/conversations/deps.ts";
import { RunBook } from "../copilot/conversations/run-book.ts";
import { createCopilotGraph } from "../copilot/graph.ts";
import { createCopilot } from "../copilot/models/create-copilot.ts";
import type { Config } from "../core/config/config.ts";
import type { FetchLimits } from "../core/fetch/fetch-limits.ts";
import { fetchPage } from "../core/fetch/fetch-page.ts";
import { type Network, publicNetwork } from "../core/fetch/guarded-lookup.ts";
import { namedLogger } from "../core/log.ts";
import { createCheckpointer } from "../database/checkpointer.ts";
import { passagesOf } from "../knowledge/documents/split.ts";
import type { FileParser } from "../knowledge/reading/parsers/file-parser.ts";
import { toProfile } from "../tickets/turns/load-turn.ts";
import type { Resources } from "./resources.ts";

/** Wires the copilot to the models, the search and the documents. */
export function createCopilotDeps(
  { config, db, hub, embeddings, models, log, closers, tracing }: Resources,
  { search, parser }: { search: SearchDeps; parser: Pick<FileParser, "parseFile"> },
): ConversationDeps & { runs: RunBook } {
  const runs = new RunBook();
  closers.add(() => runs.close());
  return {
    db,
    hub,
    embeddings,
    graph: createCopilotGraph(createCheckpointer(db)),
    tracing,
    log: namedLogger(log, "copilot"),
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

/** Limits while an agent waits. For a larger or slower page, the search engine's excerpt is used. */
const pageLimits = { bytes: 3 * 1024 * 1024, totalMs: 6_000, redirects: 3 };
const headers = { "user-agent": "Mozilla/5.0 (compatible; ParleyBot/1.0; reads pages that a person has searched for)" };

/** Wires web search to the copilot: the operator's search engine, and public pages read like documents. */
export function createWeb(
  settings: NonNullable<Config["webSearch"]>,
  {
    parser,
    network = publicNetwork,
    limits = pageLimits,
  }: { parser: Pick<FileParser, "parseFile">; network?: Network; limits?: Partial<FetchLimits> },
): WebDeps {
  return {
    search: createHttpWebSearch(settings),
    async readPage(url, signal) {
      const page = await fetchPage(url, { limits, signal, network, headers });
      const { extraction } = await parser.parseFile({
        bytes: page.bytes,
        name: page.url,
        declaredType: page.declaredType,
        signal,
      });
      const passages = passagesOf(extraction.blocks, extraction.title ?? "");
      return [...passages].map(({ heading, text }) => ({ heading, text }));
    },
  };
}
