import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { letAppLogIn } from "../../db/let-app-log-in.ts";
import { valueTypes } from "../../db/value-types.ts";
import { asError } from "../../server/core/errors.ts";
import { toUrl } from "../../server/core/text/parse-url.ts";
import type { Database } from "../../server/database/database.ts";
import { migrateServer } from "../../server/database/open-database.ts";
import {
  createShop,
  environment,
  type ModelScript,
  type Parley,
  type Shop,
  startModel,
  startParley,
} from "./parley.ts";
import { end } from "./processes.ts";
import { type Services, startServices } from "./services.ts";

/** A process that does not stop in this time is killed, in ms. */
const stopLimitMs = 15_000;

export interface StageOptions {
  /** A scripted model; without it the built-in answerer is used. */
  model?: ModelScript;
  /** Settings of every process, in addition to those of `environment`. */
  env?: Record<string, string>;
  services?: Parameters<typeof startServices>[0];
}

/** A place for one measurement: native PostgreSQL and Redis, a temporary folder, and the processes that it starts. */
export interface Stage {
  services: Services;
  folder: string;
  /** Process id of the scripted model; 0 without one. */
  modelPid: number;
  /** The environment of the processes that are started next. */
  env: Record<string, string>;
  /** All processes so far, in the order of their start. */
  servers: Parley[];
  /** Starts a process of this version, or of the compiled scripts in `folder`. @param onLog receives its log. */
  start(more?: Record<string, string>, from?: { folder?: string; onLog?: (text: string) => void }): Promise<Parley>;
  /** Creates a tenant with one document about kites. */
  shop(): Promise<Shop>;
  /** A connection of the superuser. */
  admin(): Promise<pg.Client>;
  /** The migrated database without a server, over a pool of five connections of the application. */
  database(): Promise<Database>;
  /** Is called at the end, also after an error; the last one first. */
  atEnd(close: () => unknown): void;
}

/** Runs the work on a stage and ends everything that the stage started. */
export async function onStage<T>(options: StageOptions, work: (stage: Stage) => Promise<T>): Promise<T> {
  const closers: (() => unknown)[] = [];
  const atEnd = (close: () => unknown) => void closers.push(close);
  try {
    const services = await startServices(options.services);
    atEnd(services.stop);
    const folder = await mkdtemp(join(tmpdir(), "parley-lab-"));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const model = options.model ? await startModel(options.model) : undefined;
    atEnd(() => model && end(model.child, "SIGTERM"));
    const stage: Stage = {
      services,
      folder,
      modelPid: model?.child.pid ?? 0,
      env: { ...environment(services, join(folder, "data"), model?.url), ...options.env },
      servers: [],
      async start(more, from = {}) {
        const parley = await startParley({ ...stage.env, ...more }, from.folder, from.onLog);
        stage.servers.push(parley);
        atEnd(() => stop(parley));
        return parley;
      },
      shop: () => createShop(stage.env, join(folder, "docs")),
      async admin() {
        const client = new pg.Client({ connectionString: services.superuserUrl });
        await client.connect();
        atEnd(() => client.end());
        return client;
      },
      async database() {
        await migrateServer(services.migrationUrl);
        await letAppLogIn(services.migrationUrl, toUrl(services.databaseUrl));
        const pool = new pg.Pool({ connectionString: services.databaseUrl, max: 5, types: valueTypes });
        pool.on("error", () => {}); // a cancelled connection is replaced
        atEnd(() => pool.end());
        return { pool, vectors: services.pgvector !== undefined, listen: undefined, close: () => pool.end() };
      },
      atEnd,
    };
    return await work(stage);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** Runs a server while `work` runs. */
export async function withParley<T>(
  stage: Stage,
  work: (parley: Parley) => Promise<T>,
  more?: Record<string, string>,
): Promise<T> {
  const parley = await stage.start(more);
  try {
    return await work(parley);
  } finally {
    await end(parley.child, "SIGTERM");
  }
}

async function stop({ child }: Parley): Promise<void> {
  const timer = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
  await end(child, "SIGTERM");
  clearTimeout(timer);
}

/** Runs a program from the command line: exit code 1 after an error or when the work returns false. */
export async function runProgram(work: () => Promise<unknown>): Promise<void> {
  try {
    if ((await work()) === false) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${asError(error).stack ?? ""}\n`);
    process.exitCode = 1;
  }
}
