import { resolve } from "node:path";
import type { AttachmentDeps } from "./attachments/deps.ts";
import { HeldBytes } from "./attachments/held-bytes.ts";
import { createMemoryRateLimits, createRedisRateLimits, rateRules } from "./auth/rate-limits.ts";
import { createAuthServices } from "./auth/services.ts";
import { createMemoryStreamTickets, createRedisStreamTickets } from "./auth/stream-tickets.ts";
import { MemoryCacheStore } from "./cache/memory-store.ts";
import { RedisCacheStore } from "./cache/redis-store.ts";
import { SemanticCache } from "./cache/semantic-cache.ts";
import type { Config } from "./config.ts";
import { createBackgroundWork } from "./context/background-work.ts";
import { checkHealth } from "./context/health.ts";
import { mailActions } from "./context/mail.ts";
import { openQueues } from "./context/open-queues.ts";
import { createPeople } from "./context/people.ts";
import { Closers, openResources, type Resources } from "./context/resources.ts";
import { createTurnDeps } from "./context/turn-deps.ts";
import { loadOwnSecrets } from "./data-dir.ts";
import { endTicket } from "./desk/verbs.ts";
import type { HttpContext } from "./http/context.ts";
import { OpenStreams } from "./http/open-streams.ts";
import { createPurgeCache } from "./jobs/purge-cache.ts";
import type { Queues } from "./jobs/queues.ts";
import type { KnowledgeDeps } from "./knowledge/deps.ts";
import { runHere } from "./knowledge/run-here.ts";
import { answersHoldUntil } from "./knowledge/validity.ts";
import type { LiveHub } from "./live/hub.ts";
import { type Logger, roomLogger } from "./log.ts";
import type { EmbeddingPort } from "./models/embeddings/port.ts";
import { createHttpReranker } from "./models/rerank/http-reranker.ts";
import { FileParser } from "./reading/parsers/file-parser.ts";
import type { SearchDeps } from "./search/search.ts";
import { searchArticles } from "./search/search-articles.ts";
import { searchForAgent } from "./search/search-for.ts";
import type { Database } from "./store/database.ts";
import { createPlatformPool } from "./store/tenant-pool.ts";
import { type Asked, type AskInput, ask } from "./turns/ask.ts";
import type { TurnDeps } from "./turns/deps.ts";
import { leaveContact } from "./turns/leave-contact.ts";
import { rateAnswer } from "./turns/rate-answer.ts";
import { openTicketLog, readHistory } from "./turns/read-ticket.ts";
import { TurnRunner } from "./turns/runner.ts";
import { createTryAnswer } from "./turns/try-answer.ts";
import { visitorActions } from "./turns/visitor-actions.ts";
import type { WebhookDeps } from "./webhooks/deps.ts";

/** Files read at the same time by one process, each in a process of its own. */
const parserProcesses = 2;

/** An attachment is looked at while somebody waits; a photo takes half a second, and what takes longer is no photo. */
const attachmentLimits = { timeMs: 20_000 };

/** Everything the server is made of, wired by hand. Closing it closes all of it, in reverse. */
export interface AppContext {
  config: Config;
  log: Logger;
  db: Database;
  hub: LiveHub;
  embeddings: EmbeddingPort;
  cache: SemanticCache;
  knowledge: KnowledgeDeps;
  turns: TurnRunner;
  /** Asks as a visitor would and waits for the answer. */
  ask(input: AskInput): Promise<Asked>;
  publicUrl: string;
  http: HttpContext;
  /** Begins background work: recovery of turns, workers. */
  startWork(): Promise<void>;
  /** Works on the queues in this process, whatever its role. A second call changes nothing. */
  startWorkers(): Promise<void>;
  /** What `/readyz` says; not ready until told so. */
  setReady(isReady: boolean): void;
  /** Ends event feeds, whose readers reconnect with a cursor, and the streams of answers once their last events are told. */
  endStreams(): Promise<void>;
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
    return await build(await openResources(config, closers));
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function build(resources: Resources): Promise<AppContext> {
  const { config, log, db, hub, embeddings, publicUrl, closers } = resources;
  const cache = createCache(resources);
  const parser = new FileParser({ size: parserProcesses });
  closers.add(async () => parser.close());
  // Closed before what jobs work with.
  const { queues, close: closeQueues } = openQueues(db, { redisUrl: config.redisUrl, log: roomLogger(log, "jobs") });
  closers.add(closeQueues);
  const purgeCache = createPurgeCache({ db, cache, log: roomLogger(log, "jobs") });
  const knowledge = { db, embeddings, parser, queues, purgeCache, log: roomLogger(log, "knowledge") };
  const reranker = config.rerank ? createHttpReranker(config.rerank) : undefined;
  const search = { db, embeddings, reranker, log: roomLogger(log, "search") };
  const turnDeps = createTurnDeps(resources, { cache, search, queues });
  const turns = new TurnRunner(turnDeps);
  const streams = new OpenStreams();
  let ready = false;
  const webhooks = { db, publicUrl, ...config.webhooks, log: roomLogger(log, "webhooks") };
  const startWorking = createBackgroundWork(resources, { knowledge, queues, purgeCache, turnDeps, webhooks });
  const http = await createHttpContext(resources, {
    cache,
    knowledge,
    attachments: createAttachments(resources),
    search,
    turns,
    turnDeps,
    queues,
    streams,
    webhooks,
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
      if (config.role !== "api") await startWorking();
      if (config.role !== "worker") await turns.startSweep();
    },
    startWorkers: startWorking,
    setReady(isReady) {
      ready = isReady;
    },
    endStreams: () => streams.closeAll(),
    close: () => closers.closeAll(),
  };
}

/** Their processes are apart from those of documents, of which one may take minutes. */
function createAttachments({ db, closers }: Resources): AttachmentDeps {
  const parser = new FileParser({ size: parserProcesses, limits: attachmentLimits });
  closers.add(async () => parser.close());
  return { db, parser, held: new HeldBytes() };
}

function createCache({ db, redis, embeddings, log }: Resources): SemanticCache {
  return new SemanticCache({
    store: redis ? new RedisCacheStore(redis.commands) : new MemoryCacheStore(),
    embeddings,
    // With vectors in the database the search has embedded the question anyway.
    eagerVectors: db.vectors,
    holdsUntil: (tenantId, documentIds, since) => answersHoldUntil(db, tenantId, { documentIds, since }),
    onStoreError: () => log.warn("the answer cache is away; questions are answered anew"),
  });
}

interface HttpParts {
  cache: SemanticCache;
  knowledge: KnowledgeDeps;
  attachments: AttachmentDeps;
  search: SearchDeps;
  turns: TurnRunner;
  turnDeps: TurnDeps;
  queues: Queues;
  streams: OpenStreams;
  webhooks: WebhookDeps;
  isReady(): boolean;
}

async function createHttpContext(resources: Resources, parts: HttpParts): Promise<HttpContext> {
  const { config, log, db, redis, hub, publicUrl } = resources;
  const mail = mailActions(resources, parts.queues);
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
    tenants: {
      db,
      publicUrl,
      modelProviders: resources.models.providers,
      graderFor: (tenant) => resources.models.graderFor(tenant),
    },
    people: createPeople(resources, parts.queues),
    desk: {
      db,
      hub,
      turns: parts.turns,
      publishSnippet: (tenantId, id) => runHere(parts.knowledge, tenantId, { id, kind: "snippet", place: 1 }),
      purgeCache: parts.knowledge.purgeCache,
    },
    turns: parts.turns,
    streams: parts.streams,
    openLog: (ticket, from) => openTicketLog({ db, hub }, ticket, from),
    readHistory: (ticket) => readHistory(db, ticket),
    rateAnswer: (rating) => rateAnswer({ db, purgeCache: parts.knowledge.purgeCache }, rating),
    leaveContact: (contact) => leaveContact({ db }, contact),
    endTicket: (ticket) => endTicket({ db, hub }, ticket),
    ...visitorActions({ db, hub, hasMail: mail.hasMail }),
    requestTranscript: mail.requestTranscript,
    knowledge: parts.knowledge,
    attachments: parts.attachments,
    webhooks: parts.webhooks,
    tryAnswer: createTryAnswer(parts.turnDeps),
    search: (tenantId, query) => searchForAgent(parts.search, tenantId, query),
    searchArticles: (visitor, typed) => searchArticles(parts.search, visitor, typed),
    cache: parts.cache,
    settings: { publicUrl, trustProxy: config.trustProxy, dataDir: config.dataDir },
    checkHealth: () => checkHealth(resources, parts),
  };
}
