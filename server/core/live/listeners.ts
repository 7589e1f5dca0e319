import type { Logger } from "../log.ts";

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

/**
 * Calls one listener of a hub. Logs what it throws or rejects with (the error's name, never its text, which may contain event data) and
 * stops it there: an error thrown out of an emitter would end the process.
 */
function callListener<Args extends unknown[]>(
  log: Logger | undefined,
  listener: (...args: Args) => unknown,
  ...args: Args
): void {
  const report = (error: unknown) =>
    log?.error({ err: error instanceof Error ? error.name : typeof error }, "Live event listener failed");
  try {
    const result = listener(...args);
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}
