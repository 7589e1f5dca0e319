import type { TurnRef } from "../store/turns.ts";

export interface AdmissionLimits {
  /** Most turns that run at once in this process. */
  maxActive: number;
  /** Most turns that wait for a slot. */
  maxWaiting: number;
}

const defaultAdmission: AdmissionLimits = { maxActive: 128, maxWaiting: 512 };

/** Share of the slots that one tenant may use, so that a tenant with a stalled model does not block all other tenants. */
const tenantShare = 0.75;

interface Waiting {
  ref: TurnRef;
  run: () => Promise<void>;
}

/**
 * Decides when turns of this process start. A limited number runs at once; the others wait in a queue that serves tenants in rotation, so
 * that a tenant with many turns delays another by a few turns at most.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #active = new Map<string, number>();
  /** Waiting turns per tenant. The map's order is the order of service. */
  readonly #queues = new Map<string, Waiting[]>();
  #activeCount = 0;
  #waitingCount = 0;
  readonly #cap: TenantCap;
  #isClosed = false;

  constructor(limits: AdmissionLimits = defaultAdmission) {
    this.#limits = limits;
    this.#cap = new TenantCap(Math.ceil(limits.maxActive * tenantShare));
  }

  /** Called a few times a second. @param isPressed whether the process is overloaded. */
  look(isPressed: boolean): void {
    this.#cap.look({ isPressed, largest: this.largestTenant });
    // The limit may have risen, so waiting turns may start.
    while (this.#startWaiting());
  }

  get waiting(): number {
    return this.#waitingCount;
  }

  /** Running turns of the tenant with the most of them. Close to the tenant share while one tenant uses all slots. */
  get largestTenant(): number {
    return Math.max(0, ...this.#active.values());
  }

  /** Turns in the queue. */
  waitingTurns(): TurnRef[] {
    return [...this.#queues.values()].flatMap((queue) => queue.map((item) => item.ref));
  }

  /**
   * Whether another turn of this tenant can be accepted. A full queue, up to twice its size, still accepts turns of tenants that use less
   * than their share of it.
   */
  hasRoom(tenantId: string): boolean {
    if (this.#isClosed) return false;
    if (this.#mayStart(tenantId) || this.#waitingCount < this.#limits.maxWaiting) return true;
    const own = this.#queues.get(tenantId)?.length ?? 0;
    const tenants = this.#queues.size + (own === 0 ? 1 : 0);
    return own < this.#limits.maxWaiting / tenants && this.#waitingCount < this.#limits.maxWaiting * 2;
  }

  /** Runs the turn now, or when its tenant is served next. `run` must not throw. */
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

  /** Removes a turn from the queue; undefined when this queue does not contain it. */
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

  /** Closes the queue to new turns and returns the waiting ones. */
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

  /** Starts one waiting turn if a slot is free. Returns whether it did. */
  #startWaiting(): boolean {
    for (const [tenantId, queue] of this.#queues) {
      if (!this.#hasPlace(tenantId)) continue;
      const next = queue.shift();
      // Move the tenant to the end of the queue: the other tenants are served first.
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

/** Least number of slots that a tenant keeps under any load. */
const fewest = 4;
/** Factor for a tenant's slots at each check under load, and number of slots it regains at each check without. */
const shrink = 0.7;
const grow = 1;
/** A tenant counts as active for this time after its last turn. */
const recentMs = 60_000;

/**
 * Limit for the running turns of one tenant. It is high while the process keeps up or serves one tenant only. Under load with several
 * tenants it shrinks, so that a tenant's excess turns wait in the queue, where tenants take turns, and do not compete with everybody for
 * the processor and the database.
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

  /** Records that this tenant has a new turn. */
  note(tenantId: string, now = Date.now()): void {
    this.#lastTurns.set(tenantId, now);
  }

  /** Called a few times a second. @param largest running turns of the tenant with the most of them. */
  look({ isPressed, largest }: { isPressed: boolean; largest: number }, now = Date.now()): void {
    for (const [tenantId, at] of this.#lastTurns) if (now - at > recentMs) this.#lastTurns.delete(tenantId);
    if (isPressed && this.#lastTurns.size > 1)
      this.#value = Math.max(Math.min(fewest, this.#most), Math.floor(Math.min(this.#value, largest) * shrink));
    else this.#value = Math.min(this.#most, this.#value + grow);
  }
}
