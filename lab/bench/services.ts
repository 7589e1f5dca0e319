import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { projectRoot } from "../../server/core/project-root.ts";
import { type Pgbouncer, startPgbouncer } from "./pgbouncer.ts";
import { end, freePort, untilListening } from "./processes.ts";

const execute = promisify(execFile);
/** PostgreSQL refuses to run as root; `nobody` is enough for a throw-away server. */
const nobodyId = 65_534;

/** Real, empty PostgreSQL and Redis of this machine for one measurement. */
export interface Services {
  /** Connects as the owner, for migrations. */
  migrationUrl: string;
  /** Connects as `parley_app`. */
  databaseUrl: string;
  /** Connects as the superuser, to whom row security does not apply. */
  superuserUrl: string;
  /** PostgreSQL's data folder, deleted with the server. */
  postgresFolder: string;
  redisUrl: string;
  postgresPid: number;
  redisPid: number;
  /** Undefined when Parley connects to PostgreSQL directly. */
  poolerPid: number | undefined;
  /** Version of pgvector; undefined when the server has none. Then all measurements run without vectors. */
  pgvector: string | undefined;
  /** Ends a server with the signal; stored PostgreSQL data is available again after `start`. */
  postgres: Restartable;
  redis: Restartable;
  stop(): Promise<void>;
}

/** A server that can be stopped and started at the same address. */
export interface Restartable {
  end(signal: NodeJS.Signals): Promise<void>;
  /** Resolves when it listens; PostgreSQL may still be recovering then. */
  start(): Promise<void>;
}

/**
 * Starts both servers. @throws Error when one of them is not installed.
 * @param options `postgresIn`: the folder (for example on a separate disk) for PostgreSQL's data; `postgresSettings`: more PostgreSQL
 * settings, computed from this server's folder. With `BENCH_POOLER=pgbouncer` Parley connects through PgBouncer in transaction mode.
 */
export async function startServices(
  options: { postgresIn?: string; postgresSettings?: (folder: string) => string[] } = {},
): Promise<Services> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const server of started.splice(0).reverse()) await server.stop();
  };
  const keep = async <Server extends { stop(): Promise<void> }>(starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    started.push(server);
    return server;
  };
  try {
    const postgres = await keep(startPostgres(options.postgresIn ?? tmpdir(), options.postgresSettings));
    const redis = await keep(startRedis());
    const pooler = process.env.BENCH_POOLER === "pgbouncer" ? await keep(startPooler(postgres.port)) : undefined;
    return { ...describeServices(postgres, redis, pooler), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function describeServices(
  postgres: Awaited<ReturnType<typeof startPostgres>>,
  redis: Awaited<ReturnType<typeof startRedis>>,
  pooler: Pgbouncer | undefined,
): Omit<Services, "stop"> {
  const direct = postgres.url("parley_app", "app-password");
  return {
    migrationUrl: postgres.url("parley_owner"),
    databaseUrl: pooler?.through(direct) ?? direct,
    superuserUrl: postgres.url("postgres"),
    postgresFolder: postgres.folder,
    redisUrl: `redis://127.0.0.1:${redis.port}`,
    postgresPid: postgres.pid,
    redisPid: redis.pid,
    poolerPid: pooler?.pid,
    pgvector: postgres.pgvector,
    postgres: postgres.server,
    redis: redis.server,
  };
}

async function startPooler(postgresPort: number): Promise<Pgbouncer> {
  const users = { parley_app: "app-password", postgres: "" };
  return startPgbouncer({ command: await needed("pgbouncer"), users, postgresPort, account: await accountOfServers() });
}

async function startPostgres(base: string, settingsFor: (folder: string) => string[] = () => []) {
  const program = await needed("postgres");
  const folder = await mkdtemp(join(base, "parley-bench-pg-"));
  const data = join(folder, "data");
  const account = await accountOfServers();
  if (account) await chown(folder, account.uid, account.gid);
  const options = { ...account, cwd: folder, env: { ...process.env, LC_ALL: "C.UTF-8" } };
  const initialise = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"];
  await execute(join(dirname(program), "initdb"), initialise, options);
  const port = await freePort();
  const settings = [`port=${port}`, `unix_socket_directories=${folder}`, "listen_addresses=127.0.0.1"];
  settings.push("fsync=off", "max_connections=300", "shared_buffers=256MB", ...settingsFor(folder));
  const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
  const server = restartable(() => spawn(program, args, { ...options, stdio: "ignore" }), port);
  await server.start();
  const url = (role: string, password = "") =>
    `postgres://${role}${password ? `:${password}` : ""}@127.0.0.1:${port}/parley`;
  const admin = async (sql: string, database = "postgres") => {
    const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` });
    await client.connect();
    return client.query<{ version: string }>(sql).finally(() => client.end());
  };
  for (let tries = 0; ; tries += 1) {
    const failure = await admin("select 1").then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!failure) break;
    if (tries > 100) throw failure;
    await sleep(100);
  }
  await admin("create role parley_owner login createrole");
  await admin("create database parley owner parley_owner");
  // Only the superuser may create an extension.
  const available = await admin("select default_version as version from pg_available_extensions where name = 'vector'");
  const pgvector = available.rows[0]?.version;
  if (pgvector !== undefined) await admin("create extension vector", "parley");
  return {
    url,
    port,
    server,
    folder,
    pgvector,
    pid: server.pid(),
    stop: () => server.end("SIGINT").then(() => remove(folder)),
  };
}

async function startRedis() {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-redis-"));
  const program = await needed("redis-server");
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
  const server = restartable(() => spawn(program, args, { stdio: "ignore" }), port);
  await server.start();
  return { port, server, pid: server.pid(), stop: () => server.end("SIGTERM").then(() => remove(folder)) };
}

function restartable(launch: () => ChildProcess, port: number): Restartable & { pid(): number } {
  let child: ChildProcess | undefined;
  return {
    pid: () => child?.pid ?? 0,
    async end(signal) {
      if (child) await end(child, signal);
    },
    async start() {
      child = launch();
      await untilListening(port);
    },
  };
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

/** PostgreSQL and PgBouncer refuse to run as root. */
async function accountOfServers(): Promise<{ uid: number; gid: number } | undefined> {
  return process.getuid?.() === 0 ? { uid: await postgresId(), gid: await postgresId("-g") } : undefined;
}

async function postgresId(flag = "-u"): Promise<number> {
  return execute("id", [flag, "postgres"]).then(
    ({ stdout }) => Number(stdout.trim()),
    () => nobodyId,
  );
}

async function needed(name: "postgres" | "redis-server" | "pgbouncer"): Promise<string> {
  // Plain JavaScript outside the build; its types are asserted here.
  const setup: unknown = await import(pathToFileURL(join(projectRoot, "scripts/setup/programs.mjs")).href);
  const program = (setup as typeof import("../../scripts/setup/programs.mjs")).findProgram(name);
  if (!program) throw new Error(`${name} is not installed`);
  return program;
}
