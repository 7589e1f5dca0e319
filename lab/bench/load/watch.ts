import type { Client } from "pg";
import { cpuMsOfTree, memoryMbOf } from "../overhead/cpu.ts";

const everyMs = 1_000;
/** The bench itself (visitors, agents and this watch), which shares the machine with the installation. */
const bench = "this bench";

/** The resource use of the installation in one phase. */
export interface Watched {
  /** Per process: highest memory in MB, and share of one core. For PostgreSQL, memory covers only its first process. */
  processes: Map<string, { memoryMb: number; cpu: number }>;
  /** Most concurrent connections of the application to PostgreSQL, and how many of them were active. */
  connections: number;
  atWork: number;
  /** Longest wait of a job, in seconds. */
  queueAgeS: number;
}

/** Samples processes, connections and jobs once a second. */
export class Watch {
  readonly #pids: Map<string, number>;
  readonly #client: Client;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #from = 0;
  #cpuBefore = new Map<string, number>();
  #now: Watched = emptyWatched();

  /** @param client of the superuser. */
  constructor(pids: Map<string, number>, client: Client) {
    this.#pids = pids;
    this.#client = client;
  }

  begin(): void {
    this.#now = emptyWatched();
    this.#from = performance.now();
    this.#cpuBefore = this.#cpu();
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look());
    }, everyMs);
  }

  async end(): Promise<Watched> {
    clearInterval(this.#timer);
    await this.#looking;
    const ms = performance.now() - this.#from;
    for (const [name, cpu] of this.#cpu()) {
      const seen = this.#now.processes.get(name);
      if (seen) seen.cpu = (cpu - (this.#cpuBefore.get(name) ?? 0)) / ms;
    }
    return this.#now;
  }

  #cpu(): Map<string, number> {
    const { user, system } = process.cpuUsage();
    const own = [bench, (user + system) / 1_000] as const;
    return new Map([...[...this.#pids].map(([name, pid]) => [name, cpuMsOfTree(pid)] as const), own]);
  }

  async #look(): Promise<void> {
    for (const [name, pid] of [...this.#pids, [bench, process.pid] as const]) {
      const before = this.#now.processes.get(name)?.memoryMb ?? 0;
      this.#now.processes.set(name, { memoryMb: Math.max(before, memoryMbOf(pid)), cpu: 0 });
    }
    const { rows } = await this.#client.query<{ all: number; active: number; age: number }>(
      `select (select count(*)::int from pg_stat_activity where usename = 'parley_app') as all,
              (select count(*)::int from pg_stat_activity where usename = 'parley_app' and state <> 'idle') as active,
              (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from jobs where status = 'queued') as age`,
    );
    const [row] = rows;
    if (!row) return;
    this.#now.connections = Math.max(this.#now.connections, row.all);
    this.#now.atWork = Math.max(this.#now.atWork, row.active);
    this.#now.queueAgeS = Math.max(this.#now.queueAgeS, row.age);
  }
}

function emptyWatched(): Watched {
  return { processes: new Map(), connections: 0, atWork: 0, queueAgeS: 0 };
}
