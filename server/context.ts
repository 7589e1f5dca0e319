import { resolve } from "node:path";
import { createMemoryRateLimits, createRedisRateLimits, rateRules } from "./auth/rate-limits.ts";
import { createAuthServices } from "./auth/services.ts";
import { createMemoryStreamTickets, createRedisStreamTickets } from "./auth/stream-tickets.ts";
import { MemoryCacheStore } from "./cache/memory-store.ts";
import { RedisCacheStore } from "./cache/redis-store.ts";
import { SemanticCache } from "./cache/semantic-cache.ts";
import type { Config } from "./config.ts";
import { Closers, type Ground, openGround } from "./context/ground.ts";
import { checkHealth } from "./context/health.ts";
import { createTurnDeps } from "./context/turn-deps.ts";
import { loadOwnSecrets } from "./data-dir.ts";
import { endTicket } from "./desk/verbs.ts";
import type { HttpContext } from "./http/context.ts";
import { OpenStreams } from "./http/open-streams.ts";
import { createKnowledge, type Knowledge } from "./knowledge/knowledge.ts";
import { answersHoldUntil } from "./knowledge/validity.ts";
import type { LiveHub } from "./live/hub.ts";
import { type Logger, roomLogger } from "./log.ts";
import type { EmbeddingPort } from "./models/embeddings/port.ts";
import { createHttpReranker } from "./models/rerank/http-reranker.ts";
import type { Database } from "./store/database.ts";
import { createPlatformPool } from "./store/tenant-pool.ts";
import { type Asked, type AskInput, ask } from "./turns/ask.ts";
import { rateAnswer } from "./turns/rate-answer.ts";
import { openTicketLog, readHistory } from "./turns/read-ticket.ts";
import { rememberThread } from "./turns/remember-thread.ts";
import { TurnRunner } from "./turns/runner.ts";

/** Everything the server is made of, wired by hand. Closing it closes all of it, in reverse. */
export interface AppContext {
  config: Config;
  log: Logger;
  db: Database;
  hub: LiveHub;
  embeddings: EmbeddingPort;
  cache: SemanticCache;
  knowledge: Knowledge;
  turns: TurnRunner;
  /** Asks as a visitor would and waits for the answer. */
  ask(input: AskInput): Promise<Asked>;
  publicUrl: string;
  http: HttpContext;
  /** Begins background work: recovery of turns, workers. */
  startWork(): Promise<void>;
  /** What `/readyz` says; not ready until told so. */
  setReady(isReady: boolean): void;
  /** Ends event feeds; their readers reconnect with a cursor. */
  endStreams(): void;
  close(): Promise<void>;
}

/**
 * Opens everything this configuration asks for. Listens to nothing and runs no background work yet.
 * @throws when a part cannot be opened; what was opened before is closed again.
 */
export async function createContext(given: Config): Promise<AppContext> {
  const config = { ...given, dataDir: resolve(given.dataDir) };
  const closers = new Closers();
  try {
    return await build(await openGround(config, closers));
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function build(ground: Ground): Promise<AppContext> {
  const { config, log, db, redis, hub, embeddings, publicUrl, closers } = ground;
  const cache = new SemanticCache({
    store: redis ? new RedisCacheStore(redis.commands) : new MemoryCacheStore(),
    embeddings,
    // With vectors in the database the search has embedded the question anyway.
    eagerVectors: db.vectors,
    holdsUntil: (tenantId, documentIds, since) => answersHoldUntil(db, tenantId, { documentIds, since }),
    onStoreError: () => log.warn("the answer cache is away; questions are answered anew"),
  });
  const knowledge = await createKnowledge({
    db,
    embeddings,
    reranker: config.rerank ? createHttpReranker(config.rerank) : undefined,
    redisUrl: config.redisUrl,
    log: roomLogger(log, "knowledge"),
    onDocumentChanged: async (tenantId, documentId) => void (await cache.evictDocument(tenantId, documentId)),
  });
  closers.add(() => knowledge.close());
  const turnDeps = createTurnDeps(ground, cache, knowledge);
  const turns = new TurnRunner(turnDeps);
  const streams = new OpenStreams();
  let ready = false;
  const http = await createHttpContext(ground, {
    cache,
    knowledge,
    turns,
    streams,
    isReady: () => ready,
  });
  return {
    config,
    log,
    db,
    hub,
    embeddings,
    cache,
    knowledge,
    turns,
    ask: (input) => ask(turnDeps, turns, input),
    publicUrl,
    http,
    async startWork() {
      if (config.role !== "api") {
        await knowledge.workOn("thread", (payload, signal) => rememberThread(turnDeps, payload, signal));
        await knowledge.startWorkers();
      }
      if (config.role !== "worker") await turns.startSweep();
    },
    setReady(isReady) {
      ready = isReady;
    },
    endStreams: () => streams.closeAll(),
    close: () => closers.closeAll(),
  };
}

interface HttpParts {
  cache: SemanticCache;
  knowledge: Knowledge;
  turns: TurnRunner;
  streams: OpenStreams;
  isReady(): boolean;
}

async function createHttpContext(ground: Ground, parts: HttpParts): Promise<HttpContext> {
  const { config, log, db, redis, hub, publicUrl } = ground;
  const rules = rateRules(config.rateLimits);
  const auth = createAuthServices({
    db,
    platformPool: createPlatformPool(db, "auth"),
    secrets: config.sessionSecrets ?? (await loadOwnSecrets(config.dataDir)),
    publicUrl,
    streamTickets: redis ? createRedisStreamTickets(redis.commands) : createMemoryStreamTickets(),
    limits: redis ? createRedisRateLimits(redis.commands, rules) : createMemoryRateLimits(rules),
    log: roomLogger(log, "auth"),
  });
  return {
    log,
    auth,
    tenants: { db, publicUrl, modelProviders: ground.models.providers },
    desk: { db, hub, turns: parts.turns, addSnippet: (...snippet) => parts.knowledge.addSnippet(...snippet) },
    turns: parts.turns,
    streams: parts.streams,
    openLog: (ticket, from) => openTicketLog({ db, hub }, ticket, from),
    readHistory: (ticket) => readHistory(db, ticket),
    rateAnswer: (rating) => rateAnswer({ db, forgetAnswer: (...answer) => parts.cache.evictText(...answer) }, rating),
    endTicket: (ticket) => endTicket({ db, hub }, ticket),
    knowledge: parts.knowledge.actions,
    cache: parts.cache,
    settings: { publicUrl, trustProxy: config.trustProxy, dataDir: config.dataDir },
    checkHealth: () => checkHealth(ground, parts),
  };
}
