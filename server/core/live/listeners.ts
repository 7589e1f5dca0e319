import type { Logger } from "../log.ts";
import { callListener } from "./call-listener.ts";

/** Who listens in this process, by channel or topic. What a listener throws reaches nobody else. */
export class Listeners<Args extends unknown[]> {
  readonly #listeners = new Map<string, Set<(...args: Args) => unknown>>();
  readonly #log: Logger | undefined;

  constructor(log?: Logger) {
    this.#log = log;
  }

  /** True when it is the name's first. */
  add(name: string, listener: (...args: Args) => unknown): boolean {
    const known = this.#listeners.get(name);
    if (known) known.add(listener);
    else this.#listeners.set(name, new Set([listener]));
    return known === undefined;
  }

  /** True when nobody is left. */
  remove(name: string, listener: (...args: Args) => unknown): boolean {
    const known = this.#listeners.get(name);
    if (!known?.delete(listener) || known.size > 0) return false;
    return this.#listeners.delete(name);
  }

  has(name: string): boolean {
    return this.#listeners.has(name);
  }

  names(): string[] {
    return [...this.#listeners.keys()];
  }

  tell(name: string, ...args: Args): void {
    for (const listener of this.#listeners.get(name) ?? []) callListener(this.#log, listener, ...args);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
