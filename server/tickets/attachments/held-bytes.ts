import { AppError } from "../../core/errors.ts";

/** Limit for all uploads of a process together, in bytes: six of the largest files that a tenant can allow. */
const defaultLimit = 150_000_000;

/** Counts the bytes of running uploads, so that many or slow uploads do not fill the memory. */
export class HeldBytes {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number = defaultLimit) {
    this.#limit = limit;
  }

  /** The bytes of one upload. The caller must free them when the request ends, also after an error. */
  open(): { take(bytes: number): void; letGo(): void } {
    let own = 0;
    return {
      /** @throws AppError `overloaded`. */
      take: (bytes) => {
        if (this.#held + bytes > this.#limit)
          throw new AppError("overloaded", "Too many uploads are running right now. Try again shortly.", {
            retryAfterSeconds: 5,
          });
        own += bytes;
        this.#held += bytes;
      },
      letGo: () => {
        this.#held -= own;
        own = 0;
      },
    };
  }
}
