import { asError } from "./errors.ts";
import type { Logger } from "./log.ts";
import { runEvery } from "./run-every.ts";

/** Work item of a tenant: the tenant's id, or a row of ids, which are logged. */
export type TenantItem = string | ({ tenant_id: string } & { [id: string]: string | null });

export interface WorkLimits {
  log: Logger;
  /** Log message, with the ids of the item, when its work fails or takes longer than `limitMs`. */
  failed: string;
  /** Time in ms after which the other items no longer wait for an item. Default: 60 s, the limit of a PostgreSQL statement. */
  limitMs?: number;
  /** Items processed at the same time, of all tenants. A pool has ten connections, and requests need some of them. */
  atOnce?: number;
  /** Items of one tenant processed at the same time. */
  ofTenant?: number;
}

export interface TenantWork<Item> {
  /**
   * Processes these items and drops items of earlier calls that have not started. An item that is still running is not started again.
   * @returns once each item has ended, failed or exceeded its time limit. Never throws.
   */
  run(items: readonly Item[]): Promise<void>;
  /** Starts nothing more, and waits for running items, each no longer than its time limit. */
  stop(): Promise<void>;
}

const defaultLimitMs = 60_000;
const defaultAtOnce = 2;
/** Items that exceeded their time limit and still run. They occupy no slot, so they block nobody, but their number must be limited. */
const maxLate = 20;
const maxLateOfTenant = 4;

interface Entry<Item> {
  item: Item;
  key: string;
  tenantId: string;
  /** Ends the wait for the item. */
  free(): void;
  freed: Promise<void>;
}

/**
 * Runs the same work for many tenants or rows: each has its own error handling and time limit, so that one that fails or hangs does not
 * stop the others. The least recently served tenant comes next, and within it the row that waited longest. An item that exceeds its time
 * limit continues, because JavaScript cannot stop it, but its slot is free and it is not started twice. Keep the result between rounds: it
 * knows which items still run.
 */
export function forEachTenant<Item extends TenantItem>(
  limits: WorkLimits,
  work: (item: Item, isStopped: () => boolean) => Promise<unknown>,
): TenantWork<Item> {
  return new Rounds(limits, work);
}

/**
 * A background loop over tenants or rows: `find` lists the due items, `work` processes them. A hanging item does not delay the next round.
 */
export function runForEachTenant<Item extends TenantItem>(
  { everyMs, atOnceFirst = false, ...limits }: WorkLimits & { everyMs: number; atOnceFirst?: boolean },
  find: () => Promise<readonly Item[]>,
  work: (item: Item, isStopped: () => boolean) => Promise<unknown>,
): () => Promise<void> {
  const each = forEachTenant(limits, work);
  const { log, failed } = limits;
  const stop = runEvery({ everyMs, atOnce: atOnceFirst, log, failed }, async (isStopped) => {
    const items = await find();
    // Not awaited: due items of other tenants in the next round must not wait for the slowest item of this one.
    if (!isStopped()) void each.run(items);
  });
  return async () => {
    await stop();
    await each.stop();
  };
}

class Rounds<Item extends TenantItem> implements TenantWork<Item> {
  readonly #limits: Required<WorkLimits>;
  readonly #work: (item: Item, isStopped: () => boolean) => Promise<unknown>;
  #waiting = new Map<string, Entry<Item>>();
  readonly #running = new Map<string, Entry<Item>>();
  readonly #late = new Map<string, Entry<Item>>();
  /** When each tenant and each item was last served. */
  readonly #served = new Map<string, number>();
  #turn = 0;
  #isStopped = false;

  constructor(limits: WorkLimits, work: (item: Item, isStopped: () => boolean) => Promise<unknown>) {
    const { limitMs = defaultLimitMs, atOnce = defaultAtOnce, ofTenant = Math.max(1, atOnce / 2) } = limits;
    this.#limits = { ...limits, limitMs, atOnce, ofTenant };
    this.#work = work;
  }

  async run(items: readonly Item[]): Promise<void> {
    for (const { free } of this.#waiting.values()) free();
    const entries = new Map<string, Entry<Item>>();
    for (const item of this.#isStopped ? [] : items) {
      const key = keyOf(item);
      if (!this.#late.has(key)) entries.set(key, this.#running.get(key) ?? entries.get(key) ?? makeEntry(item));
    }
    this.#waiting = new Map([...entries].filter(([key]) => !this.#running.has(key)));
    const known = new Set([...entries].flatMap(([key, { tenantId }]) => [key, tenantId]));
    for (const key of this.#served.keys()) if (!known.has(key)) this.#served.delete(key);
    this.#startNext();
    await Promise.all([...entries.values()].map(({ freed }) => freed));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.run([]);
    await Promise.all([...this.#running.values()].map(({ freed }) => freed));
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.atOnce && this.#late.size < maxLate) {
      const next = this.#chooseNext();
      if (!next) return;
      this.#start(next);
    }
  }

  #chooseNext(): Entry<Item> | undefined {
    const servedAt = (key: string) => this.#served.get(key) ?? 0;
    let next: Entry<Item> | undefined;
    for (const entry of this.#waiting.values()) {
      const isFull =
        countOf(this.#running, entry.tenantId) >= this.#limits.ofTenant ||
        countOf(this.#late, entry.tenantId) >= maxLateOfTenant;
      if (isFull) continue;
      const ahead =
        next && (servedAt(entry.tenantId) - servedAt(next.tenantId) || servedAt(entry.key) - servedAt(next.key));
      if (ahead === undefined || ahead < 0) next = entry;
    }
    return next;
  }

  #start(entry: Entry<Item>): void {
    const { item, key, tenantId } = entry;
    const { log, failed, limitMs } = this.#limits;
    this.#waiting.delete(key);
    this.#running.set(key, entry);
    this.#served.set(key, ++this.#turn);
    this.#served.set(tenantId, this.#turn);
    const release = () => {
      entry.free();
      this.#running.delete(key);
      this.#startNext();
    };
    const timer = setTimeout(() => {
      this.#late.set(key, entry);
      log.warn({ ...idsOf(item), limit_ms: limitMs }, `${failed}: time limit exceeded; the others continue`);
      release();
    }, limitMs);
    timer.unref();
    // Starts inside a promise, so that synchronous errors are caught too.
    Promise.resolve()
      .then(() => this.#work(item, () => this.#isStopped))
      .catch((error: unknown) => log.warn({ ...idsOf(item), err: asError(error).message }, failed))
      .finally(() => {
        clearTimeout(timer);
        this.#late.delete(key);
        release();
      });
  }
}

function makeEntry<Item extends TenantItem>(item: Item): Entry<Item> {
  let free = () => {};
  const freed = new Promise<void>((resolve) => {
    free = resolve;
  });
  return { item, key: keyOf(item), tenantId: typeof item === "string" ? item : item.tenant_id, free, freed };
}

function keyOf(item: TenantItem): string {
  return typeof item === "string" ? item : Object.values(item).join(" ");
}

function idsOf(item: TenantItem): object {
  return typeof item === "string" ? { tenant_id: item } : item;
}

function countOf(entries: Map<string, { tenantId: string }>, tenantId: string): number {
  let count = 0;
  for (const entry of entries.values()) if (entry.tenantId === tenantId) count++;
  return count;
}
