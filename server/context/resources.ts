import type { Config } from "../config.ts";
import { lockDataDir } from "../data-dir.ts";
import type { LiveHub } from "../live/hub.ts";
import { createMemoryHub } from "../live/memory-hub.ts";
import { openRedis, type RedisConnections } from "../live/redis-connections.ts";
import { createRedisHub } from "../live/redis-hub.ts";
import { createLogger, type Logger, roomLogger } from "../log.ts";
import { createModels, type Models } from "../models/create-models.ts";
import { createEmbedder } from "../models/embeddings/create-embedder.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";
import { createTelemetry } from "../models/telemetry.ts";
import { version } from "../observe/build.ts";
import { Figures } from "../observe/metrics/figures.ts";
import type { Database } from "../store/database.ts";
import { openDatabase } from "../store/open-database.ts";

/** Far more than any part takes: a connection that broke while it was being closed may never say that it is. */
const closeLimitMs = 15_000;

/** What to close, newest first. */
export class Closers {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.unshift(close);
  }

  /** Each in its turn; what does not come to an end is left to end with the process. */
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

/** What every part of the server stands on. */
export interface Resources {
  config: Config;
  log: Logger;
  db: Database;
  redis: RedisConnections | undefined;
  hub: LiveHub;
  embeddings: EmbeddingPort;
  models: Models;
  publicUrl: string;
  /** What this process counts. */
  figures: Figures;
  closers: Closers;
}

/** Opens the database, Redis and the models; `closers` knows how to close what was opened. */
export async function openResources(config: Config, closers: Closers): Promise<Resources> {
  const log = createLogger(config.logLevel);
  if (!config.databaseUrl) closers.add(await lockDataDir(config.dataDir));
  const db = await openDatabase(config, roomLogger(log, "db"));
  closers.add(() => db.close());
  const redis = config.redisUrl ? await openRedis(config.redisUrl, roomLogger(log, "redis")) : undefined;
  if (redis) closers.add(() => redis.close());
  const hub = redis
    ? createRedisHub({
        redis: redis.commands,
        subscriber: redis.subscriber,
        log: roomLogger(log, "live"),
        health: redis.commands,
      })
    : createMemoryHub(roomLogger(log, "live"));
  closers.add(() => hub.close());
  const embeddings = createEmbedder({
    ...config.models,
    ...config.embeddings,
    onFallback: (reason) => roomLogger(log, "models").warn({ reason }, "embeddings run on the slower engine"),
  });
  closers.add(() => embeddings.close());
  const telemetry = config.telemetry ? createTelemetry(config.telemetry) : null;
  if (telemetry) closers.add(() => telemetry.close());
  const mode = config.databaseUrl ? "production" : "embedded";
  const figures = new Figures({ version, role: config.role, mode });
  const models = createModels(config.models, { telemetry, embeddings, watch: (call) => figures.called(call) });
  await models.prepare();
  return {
    config,
    log,
    db,
    redis,
    hub,
    embeddings,
    models,
    figures,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    closers,
  };
}
