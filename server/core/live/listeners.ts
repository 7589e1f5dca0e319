import type { Logger } from "../log.ts";
import { callListener } from "./call-listener.ts";

/** The listeners of this process, by channel or topic. The error of one listener does not reach the others. */
export class Listeners<Args extends unknown[]> {
  readonly #listeners = new Map<string, Set<(...args: Args) => unknown>>();
  readonly #log: Logger | undefined;

  constructor(log?: Logger) {
    this.#log = log;
  }

  /** True when it is the first listener of this name. */
  add(name: string, listener: (...args: Args) => unknown): boolean {
    const known = this.#listeners.get(name);
    if (known) known.add(listener);
    else this.#listeners.set(name, new Set([listener]));
    return known === undefined;
  }

  /** True when no listener is left. */
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
