import { spawn } from "node:child_process";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toUrl } from "../../server/core/text/parse-url.ts";
import { end, freePort, untilListening } from "./processes.ts";

/** PgBouncer in front of a throw-away PostgreSQL server, in transaction mode. */
export interface Pgbouncer {
  pid: number;
  /** The same database, role and password through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

export interface PgbouncerOptions {
  command: string;
  /** Allowed users with their passwords. PgBouncer connects to PostgreSQL as the same user. */
  users: Record<string, string>;
  /** PostgreSQL's port on this machine. */
  postgresPort: number;
  /** Connections to PostgreSQL per role and database. */
  poolSize?: number | undefined;
  /** Longest wait for a connection, in seconds. */
  queryWaitSeconds?: number | undefined;
  /** The account of the process, because PgBouncer refuses to run as root. */
  account?: { uid: number; gid: number } | undefined;
}

/** As the guide recommends: a client that finds the pool full is told to retry. */
const defaults = { poolSize: 20, queryWaitSeconds: 5 };

/** Starts PgBouncer on a free port of the loopback address. */
export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), "parley-pgbouncer-"));
  const port = await freePort();
  const files = { settings: join(folder, "pgbouncer.ini"), users: join(folder, "users.txt") };
  await writeFile(
    files.users,
    Object.entries(options.users)
      .map(([name, word]) => `"${name}" "${word}"\n`)
      .join(""),
  );
  await writeFile(files.settings, settingsOf(options, { port, users: files.users }));
  const { account } = options;
  if (account) for (const path of [folder, ...Object.values(files)]) await chown(path, account.uid, account.gid);
  const child = spawn(options.command, ["--quiet", files.settings], { ...account, cwd: folder, stdio: "ignore" });
  // The process that started it may end without calling `stop`.
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const stop = async () => {
    // Immediately, even during queries: "immediate shutdown" (pgbouncer(1)).
    await end(child, "SIGTERM");
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid: child.pid ?? 0,
    through(url) {
      const pooled = toUrl(url);
      pooled.port = String(port);
      return pooled.href;
    },
    stop,
  };
}

function settingsOf({ postgresPort, ...given }: PgbouncerOptions, own: { port: number; users: string }): string {
  const poolSize = given.poolSize ?? defaults.poolSize;
  const waitSeconds = given.queryWaitSeconds ?? defaults.queryWaitSeconds;
  return `[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own.port}
unix_socket_dir =
auth_type = trust
auth_file = ${own.users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
query_wait_timeout = ${waitSeconds}
server_login_retry = 1
`;
}
