import { execFile } from "node:child_process";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { valueTypes } from "../../../db/value-types.ts";
import { type Pgbouncer, type PgbouncerOptions, startPgbouncer } from "../../../lab/bench/pgbouncer.ts";
import { findProgram } from "../../../scripts/setup/programs.mjs";
import { startChildServer } from "./child-server.ts";
import { findFreePort } from "./free-port.ts";

const execute = promisify(execFile);
const owner = "parley_owner";
const app = "parley_app";
const database = "parley";
/** Uid of `nobody`, for a machine where PostgreSQL has no user of its own. */
const nobodyId = 65_534;

/** Longest time to create an empty database, in ms. */
const initialiseLimitMs = 60_000;

/** No data outlives the test, so no write waits for the disk. */
const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"];

export interface NativePostgres {
  /** URL of a new, empty database for its owner, who is not a superuser but may create roles, as on a managed service. */
  url: string;
  /** URL for the application, with its future password; through PgBouncer when {@link isPooled}. */
  appUrl: string;
  /** URL of the same server for another role, without a password; the application's role through PgBouncer when {@link isPooled}. */
  urlFor(role: string): string;
  /**
   * A connection pool of one role, which the caller ends. Ending a pool does not wait for the server, so connections that are cut by the
   * server's stop are not an error.
   */
  openPool(role: string, max: number): pg.Pool;
  /** Runs one statement as the superuser. */
  query<Row extends pg.QueryResultRow>(sql: string, params?: unknown[]): Promise<Row[]>;
  /** The folder of the server's unix socket. */
  socketFolder: string;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Why no native PostgreSQL can be started here, or undefined. */
export function nativePostgresUnavailable(): string | undefined {
  return findProgram("postgres") ? undefined : "PostgreSQL is not installed (Debian: apt-get install postgresql)";
}

/** Why no PgBouncer can be started before a native PostgreSQL here, or undefined. */
export function pgbouncerUnavailable(): string | undefined {
  const missing = findProgram("pgbouncer")
    ? undefined
    : "PgBouncer is not installed (Debian: apt-get install pgbouncer)";
  return nativePostgresUnavailable() ?? missing;
}

/** `npm run test:pgbouncer` connects the application to PostgreSQL through PgBouncer in transaction mode. */
export function isPooled(): boolean {
  return process.env["TEST_POOLER"] === "pgbouncer";
}

interface NativeOptions {
  /** More PostgreSQL settings, given the folder of its socket. */
  settingsFor?: (folder: string) => string[];
  /** Puts PgBouncer before the server, with this many connections to it. */
  pooled?: boolean;
  poolSize?: number;
  /** Longest wait for a pooled connection, in seconds. */
  queryWaitSeconds?: number;
}

/** Starts a real PostgreSQL server with an empty database, for tests that need many connections. */
export async function startNativePostgres(options: NativeOptions = {}): Promise<NativePostgres> {
  const command = findProgram("postgres");
  if (!command) throw new Error(nativePostgresUnavailable());
  const account = await serverAccount();
  const folder = await mkdtemp(join(tmpdir(), "parley-postgres-"));
  if (account) await chown(folder, account.uid, account.gid);
  const spawnOptions = { ...account, cwd: folder, env: { ...process.env, LC_ALL: "C.UTF-8" } };
  const data = join(folder, "data");
  const initialise = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"];
  await execute(join(dirname(command), "initdb"), initialise, { ...spawnOptions, timeout: initialiseLimitMs });
  const port = await findFreePort();
  const administer = (sql: string, params: unknown[] = []) =>
    queryOnce(urlOf(port, { role: "postgres", name: "postgres" }), sql, params);
  const own = [...settings, `unix_socket_directories=${folder}`, "listen_addresses=127.0.0.1", `port=${port}`];
  own.push(...(options.settingsFor?.(folder) ?? []));
  const server = await startChildServer({
    command,
    args: ["-D", data, ...own.flatMap((setting) => ["-c", setting])],
    spawn: spawnOptions,
    isReady: async () => (await administer("select 1")).length === 1,
    // "Fast" shutdown: closes open connections instead of waiting for them.
    stopSignal: "SIGINT",
  });
  let pooler: Pgbouncer | undefined;
  const stop = async () => {
    await pooler?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await administer(`create role ${owner} login createrole`);
    await administer(`create database ${database} owner ${owner}`);
    if (options.pooled ?? isPooled()) pooler = await startPooler({ ...options, postgresPort: port, account });
  } catch (error) {
    await stop();
    throw error;
  }
  const urlFor = (role: string, password?: string) => {
    const direct = urlOf(port, { role, name: database, password });
    return role === app ? (pooler?.through(direct) ?? direct) : direct;
  };
  return {
    url: urlFor(owner),
    appUrl: urlFor(app, "app-password"),
    urlFor,
    openPool: (role, max) =>
      new pg.Pool({ connectionString: urlFor(role), max, types: valueTypes }).on("error", () => {}),
    query: <Row extends pg.QueryResultRow>(sql: string, params: unknown[] = []) =>
      queryOnce<Row>(urlFor("postgres"), sql, params),
    socketFolder: folder,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** PostgreSQL does not run as root, so it then runs as its own user. */
async function serverAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => execute("id", [flag, "postgres"])));
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  } catch {
    return { uid: nobodyId, gid: nobodyId };
  }
}

function startPooler(options: Omit<PgbouncerOptions, "command" | "users">): Promise<Pgbouncer> {
  const command = findProgram("pgbouncer");
  if (!command) throw new Error(pgbouncerUnavailable());
  return startPgbouncer({ ...options, command, users: { [app]: "app-password" } });
}

function urlOf(port: number, { role, name, password }: { role: string; name: string; password?: string | undefined }) {
  return `postgres://${role}${password ? `:${password}` : ""}@127.0.0.1:${port}/${name}`;
}

async function queryOnce<Row extends pg.QueryResultRow>(url: string, sql: string, params: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, params)).rows;
  } finally {
    await client.end();
  }
}
