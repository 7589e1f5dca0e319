import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Day, dayOf } from "./days.ts";
import { openShop, type ShopState, stateSchema, type Told } from "./state.ts";

/** Number of calls whose outcome is stored. Older keys do not return. */
const maxDone = 1_000;

/** One call that changes something, with its key. */
interface Change {
  /** The caller's idempotency key. */
  key: string;
  /** Tool and arguments. The same key with another call is a mistake of the caller. */
  call: string;
  work(state: ShopState): Told;
}

/**
 * The shop's data: one JSON file, read on every call, so deleting it resets the shop. It also resets every day, because deliveries would
 * otherwise stay on their way for ever. A change and its idempotency key are written together.
 */
export class ShopBook {
  readonly #file: string;
  readonly #now: () => Date;
  /** Changes run one after another. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param now for tests only. */
  constructor(file: string, now: () => Date = () => new Date()) {
    this.#file = file;
    this.#now = now;
  }

  today(): Day {
    return dayOf(this.#now());
  }

  async read(): Promise<ShopState> {
    const today = this.today();
    const kept = await readState(this.#file);
    if (kept?.day === today) return kept;
    // Yesterday's changes keep their keys, in case a response was lost.
    return { ...openShop(today), done: kept?.done ?? [] };
  }

  /** Makes a change once per key. A repeated call gets the stored outcome. */
  async change({ key, call, work }: Change): Promise<Told> {
    const mine = this.#last.then(async () => {
      const state = await this.read();
      const known = state.done.find((one) => one.key === key);
      if (known)
        return known.call === call
          ? known.told
          : ({
              ok: false,
              code: "invalid",
              message: "This idempotency key was already used for another call.",
            } as const);
      const told = work(state);
      state.done = [...state.done, { key, call, told }].slice(-maxDone);
      await this.#write(state);
      return told;
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  async #write(state: ShopState): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    await writeFile(`${this.#file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    await rename(`${this.#file}.new`, this.#file);
  }
}

async function readState(file: string): Promise<ShopState | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    // Somebody edited the file; the shop is reset.
    return undefined;
  }
}
