import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Pool } from "pg";
import type { SemanticCache } from "../assistant/cache/semantic-cache.ts";
import type { CacheScope } from "../assistant/cache/types.ts";
import { createSupportGraph } from "../assistant/graph.ts";
import type { TenantProfile } from "../assistant/ports.ts";
import { languageOf } from "../assistant/search/boosts.ts";
import { loadChunks, type SearchDeps } from "../assistant/search/search.ts";
import { searchForVisitor } from "../assistant/search/search-for.ts";
import { namedLogger } from "../core/log.ts";
import type { Queues } from "../core/queues/queues.ts";
import { inSpan } from "../core/trace.ts";
import { createCheckpointer } from "../database/checkpointer.ts";
import type { Figures } from "../operations/metrics/figures.ts";
import { type TurnDeps, turnTimeoutMs } from "../tickets/turns/deps.ts";
import { createSupportAssistant } from "../tickets/turns/turn.ts";
import { sealCall } from "../tools/call-seal.ts";
import type { ToolDeps } from "../tools/deps.ts";
import { createToolPort } from "../tools/port/create-tool-port.ts";
import { listLost, settleLostCall } from "../tools/settle-lost-calls.ts";
import { memoryForTurns } from "./memory.ts";
import type { Resources } from "./resources.ts";

interface TurnParts {
  cache: SemanticCache;
  search: SearchDeps;
  queues: Pick<Queues, "wake">;
  figures: Figures;
  tools: ToolDeps;
}

/** Wires turns to the graph, the models, the cache and the documents. */
export function createTurnDeps(resources: Resources, { cache, search, queues, figures, tools }: TurnParts): TurnDeps {
  const { config, models, log, db, hub, embeddings, tracing } = resources;
  const graph = createSupportGraph(createCheckpointer(db));
  return {
    db,
    hub,
    log: namedLogger(log, "turns"),
    assistant: createSupportAssistant(graph),
    modelFor: (turn) => models.forTurn(turn),
    cacheFor: (tenantId, tenant, about) => cache.forTurn(tenantId, cacheScopeOf(models, tenant, about)),
    search: (tenantId, query) => inSpan("search", {}, () => searchForVisitor(search, tenantId, query)),
    loadChunks: (tenantId, ids) => loadChunks(search, tenantId, ids),
    toolsFor: (turn) => createToolPort(tools, turn),
    sealCall: (call) => sealCall(call, tools.secrets),
    lostCalls: { list: () => listLost(tools), settle: (call) => settleLostCall(tools, call) },
    admission: config.admission,
    turnTimeoutMs: Math.max(turnTimeoutMs, 2 * (config.models.firstTokenMs ?? 0)),
    // The embedded database has one connection, so work always waits for it.
    isPressed: createPressure(db.listen ? { waitingCount: 0 } : db.pool),
    tracing,
    ...(config.slow.turnMs > 0 ? { slowTurnMs: config.slow.turnMs } : {}),
    watch: figures,
    memory: memoryForTurns(resources),
    threads: {
      wake: (tenantId, job) => queues.wake(tenantId, { ...job, kind: "thread" }),
      model: embeddings.model,
      embed: async (text) =>
        (await embeddings.embed([text], { priority: "query" }))[0] ?? Promise.reject(new Error("no vector")),
    },
    holder: `${hostname()}:${process.pid}:${randomUUID()}`,
  };
}

/** Scope of a cached answer. Visitors see only public documents, so there is one audience. */
export function cacheScopeOf(
  models: Pick<Resources["models"], "fingerprintFor">,
  tenant: TenantProfile,
  { locale, toolset }: { locale?: string | undefined; toolset?: string },
): CacheScope {
  return {
    // The same language as in the search, so visitors from Austria and Germany share answers.
    locale: languageOf(locale ?? tenant.locale),
    fingerprint: `public ${models.fingerprintFor(tenant)}${toolset ? ` tools ${toolset}` : ""}`,
  };
}

/** Resolution of the measured delay, in ms. */
const resolutionMs = 10;
/** Mean delay of an overloaded event loop, in ms. */
const lateMs = 25;

/**
 * Tells whether a process is overloaded: since the last call, its event loop was late, or work waits for a database connection. Keeps
 * nothing open.
 */
function createPressure(pool: Pick<Pool, "waitingCount">): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  return () => {
    // The measured value includes the resolution; it is NaN after two calls in a row.
    const late = delays.mean / 1e6 - resolutionMs;
    delays.reset();
    return late > lateMs || pool.waitingCount > 0;
  };
}
