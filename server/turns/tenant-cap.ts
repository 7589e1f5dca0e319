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
