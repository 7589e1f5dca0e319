import { backOffMs, pause } from "../../../ui/feed/back-off.ts";

/** Code that the first picture of the panel does not need, in a file of its own that is fetched at its first use. */
export class Part<T> {
  readonly #fetch: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #loaded: T | undefined;

  constructor(fetch: () => Promise<T>) {
    this.#fetch = fetch;
  }

  /** The part, as soon as it can be fetched. */
  load(): Promise<T> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** The part, where it must have been fetched before. */
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
