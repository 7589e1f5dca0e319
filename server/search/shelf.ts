/** What is made of things that have no row of their own, by tenant: the last used of it. Empty after a restart, when it is made anew. */
export class Shelf<T> {
  readonly #kept = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(tenantId: string, id: string): T | undefined {
    const key = `${tenantId}:${id}`;
    const found = this.#kept.get(key);
    if (found !== undefined) this.#put(key, found);
    return found;
  }

  set(tenantId: string, id: string, made: T): void {
    this.#put(`${tenantId}:${id}`, made);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) return;
      this.#kept.delete(oldest);
    }
  }

  /** A map is in the order of what was put last. */
  #put(key: string, made: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, made);
  }
}
