import { resolve } from "node:path";
import { MemoryCacheStore } from "../assistant/cache/memory-store.ts";
import { RedisCacheStore } from "../assistant/cache/redis-store.ts";
import { SemanticCache } from "../assistant/cache/semantic-cache.ts";
import type { EmbeddingPort } from "../assistant/models/embeddings/port.ts";
import { createHttpReranker } from "../assistant/models/rerank/http-reranker.ts";
import { createEmailLinks } from "../channels/email/email-links.ts";
import type { Config, SessionSecret } from "../core/config/config.ts";
import { loadOwnSecrets } from "../core/data-dir.ts";
import type { LiveHub } from "../core/live/hub.ts";
import { type Logger, namedLogger } from "../core/log.ts";
import type { Database } from "../database/database.ts";
import type { HttpContext } from "../http/context.ts";
import { OpenStreams } from "../http/open-streams.ts";
import type { KnowledgeDeps } from "../knowledge/documents/deps.ts";
import { findAnswerExpiry } from "../knowledge/documents/validity.ts";
import { FileParser } from "../knowledge/reading/parsers/file-parser.ts";
import { readUsage, type UsageReport, usageCsv } from "../operations/analytics/usage.ts";
import { shopUrl } from "../operations/demo/shop-endpoint.ts";
import { createPurgeCache } from "../operations/jobs/purge-cache.ts";
import { followLogLevels, type LogState, logStateOf, publishLogLevels } from "../operations/metrics/follow-levels.ts";
import { addGauges } from "../operations/metrics/gauges.ts";
import { watchLoop } from "../operations/metrics/loop-delay.ts";
import { addWaitingGauges } from "../operations/metrics/waiting-gauges.ts";
import type { AttachmentDeps } from "../tickets/attachments/deps.ts";
import { HeldBytes } from "../tickets/attachments/held-bytes.ts";
import { type Asked, type AskInput, ask } from "../tickets/turns/ask.ts";
import { TurnRunner } from "../tickets/turns/runner.ts";
import { Breakers } from "../tools/breakers.ts";
import type { ToolDeps } from "../tools/deps.ts";
import { createToolSigner } from "../tools/signing/signer.ts";
import { createBackgroundWork } from "./background-work.ts";
import { createDryRunDeps } from "./dry-run.ts";
import { createGapDeps } from "./gaps.ts";
import { createHttpContext } from "./http-context.ts";
import { openQueues } from "./open-queues.ts";
import { createPrivacy } from "./privacy.ts";
import { releasePublisher } from "./releases.ts";
import { Closers, openResources, type Resources } from "./resources.ts";
import { createTurnDeps } from "./turn-deps.ts";

/** Files that one process reads at the same time, each in a child process. */
const parserProcesses = 2;

/** A visitor waits while an attachment is checked. A photo takes half a second, so a file that takes longer is not a photo. */
const attachmentLimits = { timeMs: 20_000 };

export type { UsageReport };

/** All parts of the server, wired by hand. Closing it closes them in reverse order. */
export interface AppContext {
  config: Config;
  log: Logger;
  db: Database;
  hub: LiveHub;
  embeddings: EmbeddingPort;
  cache: SemanticCache;
  knowledge: KnowledgeDeps;
  turns: TurnRunner;
  /** Sends a message as a visitor and waits for the answer. */
  ask(input: AskInput): Promise<Asked>;
  publicUrl: string;
  http: HttpContext;
  /** Usage of the tenants in a month, also as CSV. */
  readUsage(wish: {
    month?: string | undefined;
    tenantId?: string | undefined;
  }): Promise<{ report: UsageReport; text: string }>;
  /** The log levels of this process, and a request to change those of all processes. */
  logs: { state(): LogState; tell(wish: { levels: string; minutes: number }): Promise<void> };
  /** Starts background work: recovery of turns, workers. */
  startWork(): Promise<void>;
  /** Runs the queues' jobs in this process, whatever its role. A second call changes nothing. */
  startWorkers(): Promise<void>;
  /** Sets the state for `/readyz`; not ready until set. */
  setReady(isReady: boolean): void;
  /** Ends event streams, whose readers reconnect with a cursor, and answer streams after their last events. */
  endStreams(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens all parts that the configuration needs. Does not listen and runs no background work yet.
 * @throws when a part cannot be opened; the parts opened before are closed again.
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
  const { config, log, db, hub, embeddings, publicUrl } = resources;
  const parts = await openParts(resources);
  const { cache, knowledge, queues, purgeCache, turnDeps, turns, webhooks, gaps, dryRuns, emailLinks, secrets } = parts;
  const streams = new OpenStreams();
  resources.closers.add(followLogLevels(hub, log));
  let ready = false;
  const startWorking = createBackgroundWork(resources, {
    knowledge,
    queues,
    purgeCache,
    turnDeps,
    webhooks,
    gaps,
    dryRuns,
    emailLinks,
    secrets,
    privacy: createPrivacy(resources, parts),
  });
  const loop = watchLoop({ running: resources.figures.running, log: namedLogger(log, "loop") });
  resources.closers.add(async () => loop.stop());
  addGauges(resources.figures.registry, { turns, streams, db, redis: resources.redis, loop });
  addWaitingGauges(resources.figures.registry, { db, log: namedLogger(log, "db") });
  const http = createHttpContext(resources, { ...parts, streams, isReady: () => ready });
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
    async readUsage(wish) {
      const report = await readUsage(http.tenants, wish);
      return { report, text: usageCsv(report) };
    },
    logs: { state: () => logStateOf(log), tell: (wish) => publishLogLevels(hub, wish) },
    async startWork() {
      if (config.role !== "api") await startWorking();
      if (config.role === "worker") return;
      await turns.startSweep();
      if (http.mail.startPolling) resources.closers.add(http.mail.startPolling());
    },
    startWorkers: startWorking,
    setReady(isReady) {
      ready = isReady;
    },
    endStreams: () => streams.closeAll(),
    close: () => resources.closers.closeAll(),
  };
}

/** Parts that routes and background work share. */
async function openParts(resources: Resources) {
  const { config, log, db, hub, embeddings, publicUrl, closers } = resources;
  const { figures } = resources;
  const cache = createCache(resources);
  const parser = new FileParser({ size: parserProcesses });
  closers.add(async () => parser.close());
  // Closed before the parts that jobs use.
  const { queues, close: closeQueues } = openQueues(db, {
    redisUrl: config.redisUrl,
    tracing: resources.tracing,
    log: namedLogger(log, "jobs"),
  });
  closers.add(closeQueues);
  const purgeCache = createPurgeCache({ db, cache, log: namedLogger(log, "jobs") });
  const told = { purgeCache, notifyRelease: releasePublisher(hub) };
  const knowledge = { db, embeddings, parser, queues, ...told, log: namedLogger(log, "knowledge") };
  const reranker = config.rerank ? createHttpReranker(config.rerank) : undefined;
  const search = { db, embeddings, reranker, log: namedLogger(log, "search") };
  const secrets = config.sessionSecrets ?? (await loadOwnSecrets(config.dataDir));
  const tools = createTools(resources, secrets);
  const turnDeps = createTurnDeps(resources, { cache, search, queues, figures, tools });
  const dryRuns = createDryRunDeps(resources, { cache, search, turnDeps });
  return {
    cache,
    queues,
    purgeCache,
    knowledge,
    search,
    turnDeps,
    dryRuns,
    turns: new TurnRunner(turnDeps),
    attachments: createAttachments(resources),
    webhooks: {
      db,
      publicUrl,
      ...config.webhooks,
      watch: (outcome: "told" | "failed") => figures.told(outcome),
      tracing: resources.tracing,
      log: namedLogger(log, "webhooks"),
    },
    tools,
    gaps: createGapDeps(resources, { search, turnDeps, dryRuns }),
    secrets,
    emailLinks: createEmailLinks(secrets),
  };
}

/** Separate processes from those for documents, because one document may take minutes. */
function createAttachments({ db, closers }: Resources): AttachmentDeps {
  const parser = new FileParser({ size: parserProcesses, limits: attachmentLimits });
  closers.add(async () => parser.close());
  return { db, parser, held: new HeldBytes() };
}

function createCache({ db, redis, embeddings, log, figures }: Resources): SemanticCache {
  return new SemanticCache({
    store: redis ? new RedisCacheStore(redis.commands) : new MemoryCacheStore(),
    embeddings,
    // With vectors in the database, the search needs the question's embedding anyway.
    eagerVectors: db.vectors,
    count: (event) => figures.cached(event),
    holdsUntil: (tenantId, documentIds, since) => findAnswerExpiry(db, tenantId, { documentIds, since }),
    onStoreError: () => log.warn("Answer cache is unavailable; answers are not cached"),
  });
}

/** Wires calls to tenants' own systems. */
function createTools({ db, log, publicUrl, config }: Resources, secrets: SessionSecret[]): ToolDeps {
  return {
    db,
    log: namedLogger(log, "tools"),
    publicUrl,
    secrets,
    ...config.tools,
    // The same condition as for the shop itself.
    ownAddresses: config.role === "all" && config.hasDemo ? [shopUrl(config.port)] : [],
    signer: createToolSigner({ db, secrets }),
    breakers: new Breakers(),
  };
}
