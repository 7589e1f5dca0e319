import { createModels, type Models } from "../assistant/models/create-models.ts";
import { createEmbedder } from "../assistant/models/embeddings/create-embedder.ts";
import type { EmbeddingPort } from "../assistant/models/embeddings/port.ts";
import type { Config } from "../core/config/config.ts";
import { lockDataDir } from "../core/data-dir.ts";
import type { LiveHub } from "../core/live/hub.ts";
import { createMemoryHub } from "../core/live/memory-hub.ts";
import { openRedis, type RedisConnections } from "../core/live/redis-connections.ts";
import { createRedisHub } from "../core/live/redis-hub.ts";
import { createLogger, type Logger, namedLogger } from "../core/log.ts";
import { plainLines } from "../core/log-lines.ts";
import { currentSpan, inSpan, noTracing, type Tracing } from "../core/trace.ts";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../database/open-database.ts";
import { version } from "../operations/metrics/build.ts";
import { Figures } from "../operations/metrics/figures.ts";

/** Far longer than any part needs. A connection that breaks while it closes may never report its end. */
const closeLimitMs = 15_000;

/** Close functions, newest first. */
export class Closers {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.unshift(close);
  }

  /** Runs them one after another. One that does not end is left to the end of the process. */
  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0)) await withinLimit(close());
  }
}

function withinLimit(closing: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, closeLimitMs);
    closing.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resources shared by all parts of the server. */
export interface Resources {
  config: Config;
  log: Logger;
  db: Database;
  redis: RedisConnections | undefined;
  hub: LiveHub;
  embeddings: EmbeddingPort;
  models: Models;
  publicUrl: string;
  /** Metrics of this process. */
  figures: Figures;
  /** Tracing of this process. */
  tracing: Tracing;
  closers: Closers;
}

/** Opens the database, Redis and the models, and adds their close functions to `closers`. */
export async function openResources(config: Config, closers: Closers): Promise<Resources> {
  const tracing = await openTraces(config);
  closers.add(() => tracing.close());
  const log = createLogger(
    config.logLevel,
    config.hasPlainLogs ? plainLines : undefined,
    config.telemetry && traceOfLine,
  );
  if (!config.databaseUrl) closers.add(await lockDataDir(config.dataDir));
  const db = await openDatabase(config, namedLogger(log, "db"));
  closers.add(() => db.close());
  const mode = config.databaseUrl ? "production" : "embedded";
  const figures = new Figures({ version, role: config.role, mode });
  db.slow = slowStatements(config, { figures, log: namedLogger(log, "db") });
  const redis = config.redisUrl
    ? await openRedis(config.redisUrl, namedLogger(log, "redis"), { isFollowed: config.telemetry !== undefined })
    : undefined;
  if (redis) closers.add(() => redis.close());
  const hub = openHub(redis, namedLogger(log, "live"));
  closers.add(() => hub.close());
  const embeddings = followed(
    createEmbedder({
      ...config.models,
      ...config.embeddings,
      onFallback: (reason) => namedLogger(log, "models").warn({ reason }, "Embeddings run on the slower engine"),
    }),
  );
  closers.add(() => embeddings.close());
  const models = createModels(config.models, {
    embeddings,
    watch: (call) => figures.called(call),
    warn: (call, advice) => namedLogger(log, "models").warn(call, advice),
  });
  return {
    config,
    log,
    db,
    redis,
    hub,
    embeddings,
    models,
    figures,
    tracing,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    closers,
  };
}

function openHub(redis: Resources["redis"], log: Logger): Resources["hub"] {
  if (!redis) return createMemoryHub(log);
  return createRedisHub({ redis: redis.commands, subscriber: redis.subscriber, log, health: redis.health });
}

/** Slow statements, by operation and table. */
function slowStatements({ slow }: Config, { figures, log }: { figures: Figures; log: Logger }): Database["slow"] {
  if (slow.queryMs === 0) return undefined;
  return {
    thresholdMs: slow.queryMs,
    tell(statement) {
      figures.slowStatement();
      log.warn(statement, "Slow database statement");
    },
  };
}

/** OpenTelemetry's SDK is loaded only when tracing is enabled. */
async function openTraces({ telemetry }: Config): Promise<Tracing> {
  if (!telemetry) return noTracing;
  const { openTracing } = await import("../operations/tracing/otel.ts");
  return openTracing(telemetry, version);
}

function traceOfLine(): object {
  const span = currentSpan();
  return span ? { trace_id: span.traceId } : {};
}

/** Adds embedding calls to traces: number of texts and duration. */
function followed(embeddings: EmbeddingPort): EmbeddingPort {
  const embed: EmbeddingPort["embed"] = (texts, options) =>
    inSpan("embed", { attributes: { "parley.texts": texts.length, "parley.priority": options.priority } }, () =>
      embeddings.embed(texts, options),
    );
  return Object.assign(Object.create(embeddings) as EmbeddingPort, { embed }); // its other members are those of the port
}
