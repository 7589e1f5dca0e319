import { MemorySaver } from "@langchain/langgraph";
import { MemoryCacheStore } from "../../assistant/cache/memory-store.ts";
import { createSemanticCache, type SemanticCache } from "../../assistant/cache/semantic-cache.ts";
import type { DryRunDeps } from "../../assistant/dry-run/ports.ts";
import { createSupportGraph } from "../../assistant/graph.ts";
import { createModels, type ModelConfig, type Models } from "../../assistant/models/create-models.ts";
import { choosePassages } from "../../assistant/retrieval-context/assemble.ts";
import { loadChunks } from "../../assistant/search/search.ts";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import type { TurnDeps } from "../../tickets/turns/deps.ts";
import { toProfile } from "../../tickets/turns/load-turn.ts";
import { createDryRunDeps } from "../../wiring/dry-run.ts";
import { wordVectors } from "./library.ts";

const extractive: ModelConfig = {
  provider: "extractive",
  small: undefined,
  large: undefined,
  openaiApiKey: undefined,
  openaiBaseUrl: undefined,
  ollamaBaseUrl: undefined,
};

/**
 * Dry runs on a real database, search, cache and graph, with word vectors. @param modelUrl a scripted model; without it the built-in rules
 * answer.
 */
export function openDryRuns(
  db: Database,
  { modelUrl, embeddings = wordVectors }: { modelUrl?: string; embeddings?: typeof wordVectors } = {},
): { deps: DryRunDeps; cache: SemanticCache; models: Models } {
  const config: ModelConfig = modelUrl
    ? {
        ...extractive,
        provider: "openai",
        small: "gpt-4o-mini",
        large: "gpt-4o",
        openaiApiKey: "k",
        openaiBaseUrl: modelUrl,
      }
    : extractive;
  const limits = { firstTokenMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
  const models = createModels(config, {
    embeddings,
    limits,
    retries: { pauseMs: 2, maxPauseMs: 20, breakAfter: 100, restMs: 60_000 },
  });
  const log = createLogger("silent");
  const cache = createSemanticCache({ store: new MemoryCacheStore(), embeddings });
  const search = { db, embeddings, log };
  const parts = {
    cache,
    search,
    turnDeps: { loadChunks: (tenantId: string, ids: string[]) => loadChunks(search, tenantId, ids) },
  };
  return { cache, models, deps: createDryRunDeps({ db, log, models }, parts) };
}

/** Dry runs with the model and the search of a turn rig. */
export function dryRunsOf({ db, log, modelFor, search, loadChunks: load }: TurnDeps): DryRunDeps {
  const saver = new MemorySaver();
  return {
    db,
    log,
    graph: createSupportGraph(saver),
    forget: (thread) => saver.deleteThread(thread),
    profileOf: toProfile,
    modelFor,
    async search(tenantId, { question, history }) {
      const found = await search(tenantId, { question, history }, AbortSignal.timeout(5_000));
      const { passages, record } = choosePassages(found, { recalled: { candidates: [], sources: [] }, ms: 0 });
      return { passages, context: record };
    },
    loadChunks: load,
    lookFor: () => {
      return {
        lookup: async () => ({ hit: null, reason: "empty", similarity: null }),
        lookupByPassages: async () => null,
      };
    },
  };
}
