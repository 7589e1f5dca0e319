import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Day, dayOf } from "./days.ts";
import { openShop, type ShopState, stateSchema, type Told } from "./state.ts";

/** Calls whose outcome is kept; a key older than that does not come back. */
const maxDone = 1_000;

/** One call that changes something, as its key stands for it. */
interface Change {
  /** The caller's idempotency key. */
  key: string;
  /** Tool and arguments: the same key for another call is a mistake of the caller. */
  call: string;
  work(state: ShopState): Told;
}

/**
 * The shop's book: one JSON file, read for every call, so that deleting it opens the shop anew. It begins anew with each day, too, or
 * deliveries would stay on their way for ever. An effect and the key it was made under are written in one piece.
 */
export class ShopBook {
  readonly #file: string;
  readonly #now: () => Date;
  /** Changes come one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param now only for tests. */
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
    // What was done yesterday stays done, should its answer have been lost.
    return { ...openShop(today), done: kept?.done ?? [] };
  }

  /** Makes a change once for its key: whoever asks again is told again what came of it. */
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
    // Somebody edited it: the shop opens anew.
    return undefined;
  }
}
