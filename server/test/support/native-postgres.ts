import { execFile } from "node:child_process";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { findProgram } from "../../../scripts/setup/programs.mjs";
import { startChildServer } from "./child-server.ts";
import { findFreePort } from "./free-port.ts";

const execute = promisify(execFile);
const owner = "parley_owner";
const database = "parley";
/** `nobody`, for a machine where PostgreSQL was installed without a user of its own. */
const nobodyId = 65_534;

/** Longest time to make an empty database, ms. */
const initialiseLimitMs = 60_000;

/** Nothing here outlives the test, so nothing waits for the disk. */
const settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"];

export interface NativePostgres {
  /** Connects as the owner of a new, empty database: no superuser, but may create roles, as a managed service allows. */
  url: string;
  /** The same server for another role, without a password. */
  urlFor(role: string): string;
  /**
   * A pool of connections as one role, ended by whoever opens it. A pool's end does not wait for the server to see
   * it: connections that the server's stop cuts off meanwhile are no error.
   */
  openPool(role: string, max: number): pg.Pool;
  /** One statement as the superuser. */
  query<Row extends pg.QueryResultRow>(sql: string, params?: unknown[]): Promise<Row[]>;
  /** The folder of the server's unix socket. */
  socketFolder: string;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Why no native PostgreSQL can be started here, or undefined when one can. */
export function nativePostgresUnavailable(): string | undefined {
  return findProgram("postgres") ? undefined : "PostgreSQL is not installed (Debian: apt-get install postgresql)";
}

/**
 * Starts a real PostgreSQL server with an empty database, for what needs many connections.
 * @param settingsFor more of its settings, made with the folder of its socket.
 */
export async function startNativePostgres(settingsFor = (_folder: string): string[] => []): Promise<NativePostgres> {
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
    queryOnce(urlOf(port, "postgres", "postgres"), sql, params);
  const options = [...settings, `unix_socket_directories=${folder}`, "listen_addresses=127.0.0.1", `port=${port}`];
  options.push(...settingsFor(folder));
  const server = await startChildServer({
    command,
    args: ["-D", data, ...options.flatMap((setting) => ["-c", setting])],
    spawn: spawnOptions,
    isReady: async () => (await administer("select 1")).length === 1,
    // "Fast" shutdown: open connections are cut off instead of waited for.
    stopSignal: "SIGINT",
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await administer(`create role ${owner} login createrole`);
    await administer(`create database ${database} owner ${owner}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: urlOf(port, owner, database),
    urlFor: (role) => urlOf(port, role, database),
    openPool: (role, max) => {
      const pool = new pg.Pool({ connectionString: urlOf(port, role, database), max });
      return pool.on("error", () => {});
    },
    query: <Row extends pg.QueryResultRow>(sql: string, params: unknown[] = []) =>
      queryOnce<Row>(urlOf(port, "postgres", database), sql, params),
    socketFolder: folder,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** PostgreSQL refuses to run as root; then it runs as its own user. */
async function serverAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => execute("id", [flag, "postgres"])));
    return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  } catch {
    return { uid: nobodyId, gid: nobodyId };
  }
}

function urlOf(port: number, role: string, name: string): string {
  return `postgres://${role}@127.0.0.1:${port}/${name}`;
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
