import type { TurnRef } from "../store/turns.ts";

export interface AdmissionLimits {
  /** Most turns at work at once in this process. */
  maxActive: number;
  /** Most turns that wait for one of those places. */
  maxWaiting: number;
}

const defaultAdmission: AdmissionLimits = { maxActive: 128, maxWaiting: 512 };

/** Share of the places one tenant may hold, so that its stalled model does not stop everybody's turns. */
const tenantShare = 0.75;

interface Waiting {
  ref: TurnRef;
  run: () => Promise<void>;
}

/**
 * Decides when turns of this process begin: a bounded number at once, beyond it a queue that takes the
 * tenants in rotation, so that one with many turns delays another by a few at most.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #active = new Map<string, number>();
  /** Per tenant, in the order in which tenants are served. */
  readonly #queues = new Map<string, Waiting[]>();
  #activeCount = 0;
  #waitingCount = 0;
  readonly #cap: TenantCap;
  #isClosed = false;

  constructor(limits: AdmissionLimits = defaultAdmission) {
    this.#limits = limits;
    this.#cap = new TenantCap(Math.ceil(limits.maxActive * tenantShare));
  }

  /** Called a few times a second. @param isPressed whether the process does not keep up with what is at work. */
  look(isPressed: boolean): void {
    this.#cap.look({ isPressed, largest: this.largestTenant });
    // A place may be free because there are more of them now.
    while (this.#startWaiting());
  }

  get waiting(): number {
    return this.#waitingCount;
  }

  /** Turns at work of the tenant that has most of them: near its share while one tenant takes all there is. */
  get largestTenant(): number {
    return Math.max(0, ...this.#active.values());
  }

  /** Turns that wait now. */
  waitingTurns(): TurnRef[] {
    return [...this.#queues.values()].flatMap((queue) => queue.map((item) => item.ref));
  }

  /**
   * True while one more turn of this tenant may be taken on. A full queue still has room for tenants that
   * use less than their share of it, up to twice its size.
   */
  hasRoom(tenantId: string): boolean {
    if (this.#isClosed) return false;
    if (this.#mayStart(tenantId) || this.#waitingCount < this.#limits.maxWaiting) return true;
    const own = this.#queues.get(tenantId)?.length ?? 0;
    const tenants = this.#queues.size + (own === 0 ? 1 : 0);
    return own < this.#limits.maxWaiting / tenants && this.#waitingCount < this.#limits.maxWaiting * 2;
  }

  /** Runs the turn now, or as soon as its tenant's time has come. `run` must not throw. */
  admit(ref: TurnRef, run: () => Promise<void>): "started" | "queued" {
    this.#cap.note(ref.tenantId);
    if (this.#mayStart(ref.tenantId)) {
      this.#start(ref.tenantId, run);
      return "started";
    }
    const queue = this.#queues.get(ref.tenantId);
    if (queue) queue.push({ ref, run });
    else this.#queues.set(ref.tenantId, [{ ref, run }]);
    this.#waitingCount += 1;
    return "queued";
  }

  /** Takes a waiting turn out of the queue; undefined when it does not wait here. */
  withdraw(turnId: string): TurnRef | undefined {
    for (const [tenantId, queue] of this.#queues) {
      const index = queue.findIndex((item) => item.ref.turnId === turnId);
      const [item] = index < 0 ? [] : queue.splice(index, 1);
      if (!item) continue;
      this.#waitingCount -= 1;
      if (queue.length === 0) this.#queues.delete(tenantId);
      return item.ref;
    }
    return undefined;
  }

  /** Takes nothing more on; gives back what was waiting. */
  close(): TurnRef[] {
    this.#isClosed = true;
    const left = this.waitingTurns();
    this.#queues.clear();
    this.#waitingCount = 0;
    return left;
  }

  #mayStart(tenantId: string): boolean {
    return !this.#queues.has(tenantId) && this.#hasPlace(tenantId);
  }

  #hasPlace(tenantId: string): boolean {
    const own = this.#active.get(tenantId) ?? 0;
    return this.#activeCount < this.#limits.maxActive && own < this.#cap.value;
  }

  #start(tenantId: string, run: () => Promise<void>): void {
    this.#activeCount += 1;
    this.#active.set(tenantId, (this.#active.get(tenantId) ?? 0) + 1);
    void run().finally(() => {
      this.#activeCount -= 1;
      const left = (this.#active.get(tenantId) ?? 1) - 1;
      if (left > 0) this.#active.set(tenantId, left);
      else this.#active.delete(tenantId);
      this.#startWaiting();
    });
  }

  /** Begins one that waits, if one may. */
  #startWaiting(): boolean {
    for (const [tenantId, queue] of this.#queues) {
      if (!this.#hasPlace(tenantId)) continue;
      const next = queue.shift();
      // To the end of the line: the other tenants come first.
      this.#queues.delete(tenantId);
      if (queue.length > 0) this.#queues.set(tenantId, queue);
      if (!next) continue;
      this.#waitingCount -= 1;
      this.#start(tenantId, next.run);
      return true;
    }
    return false;
  }
}

/** However crowded: turns of one tenant that may be at work. */
const fewest = 4;
/** Left of a tenant's places at each look under pressure, and what it gets back at each look without. */
const shrink = 0.7;
const grow = 1;
/** Who had a turn within this time is there. */
const recentMs = 60_000;

/**
 * How many turns one tenant may have at work. Many, while the process keeps up or serves one tenant only; while it does not and there are
 * others, fewer and fewer, so that what one tenant has too much waits in the queue, where tenants take turns, and not in front of everybody
 * for the processor and the database.
 */
export class TenantCap {
  readonly #most: number;
  readonly #lastTurns = new Map<string, number>();
  #value: number;

  constructor(most: number) {
    this.#most = most;
    this.#value = most;
  }

  get value(): number {
    return this.#value;
  }

  /** A turn of this tenant has come. */
  note(tenantId: string, now = Date.now()): void {
    this.#lastTurns.set(tenantId, now);
  }

  /** Called a few times a second. @param largest turns at work of the tenant that has most. */
  look({ isPressed, largest }: { isPressed: boolean; largest: number }, now = Date.now()): void {
    for (const [tenantId, at] of this.#lastTurns) if (now - at > recentMs) this.#lastTurns.delete(tenantId);
    if (isPressed && this.#lastTurns.size > 1)
      this.#value = Math.max(Math.min(fewest, this.#most), Math.floor(Math.min(this.#value, largest) * shrink));
    else this.#value = Math.min(this.#most, this.#value + grow);
  }
}
