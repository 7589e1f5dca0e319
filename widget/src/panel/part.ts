import { backOffMs, pause } from "../../../ui/feed/back-off.ts";

/** Code that the first display of the panel does not need, in a separate file that is loaded at its first use. */
export class Part<T> {
  readonly #fetch: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #loaded: T | undefined;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
  }

  /** Loads the part. Retries until that works. */
  load(): Promise<T> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** The part, for code that runs only after the part was loaded. */
  get loaded(): T {
    if (this.#loaded === undefined) throw new Error("a part is used before it was fetched");
    return this.#loaded;
  }

  async #load(): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        this.#loaded = await this.#fetch();
        return this.#loaded;
      } catch {
        await pause(backOffMs(attempt));
      }
    }
  }
}
