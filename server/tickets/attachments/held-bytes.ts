import { AppError } from "../../core/errors.ts";

/** What uploads of one process may hold together, in bytes: six of the largest that can be allowed. */
const defaultLimit = 150_000_000;

/** Counts the bytes of uploads in hand, so that many at once, or slow ones, do not fill the memory. */
export class HeldBytes {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number = defaultLimit) {
    this.#limit = limit;
  }

  /** What one upload holds. It is let go of in any case when the request is over. */
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
