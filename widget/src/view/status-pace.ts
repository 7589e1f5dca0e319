/** Long enough to be read as a step, short enough not to lag behind. */
export const statusMinShownMs = 300;

/**
 * Shows each status for at least `statusMinShownMs`, in order, also when they come faster.
 */
export class StatusPace<T> {
  readonly #show: (value: T) => void;
  readonly #waiting: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(show: (value: T) => void) {
    this.#show = show;
  }

  /** Shows the value now, or when those before it have been seen. */
  push(value: T): void {
    if (this.#timer !== undefined) {
      this.#waiting.push(value);
      return;
    }
    this.#hold(value);
  }

  /** Shows the value when the present one has been seen; what still waits is no longer news. */
  finish(value: T): void {
    this.#waiting.length = 0;
    this.push(value);
  }

  /** Ends the timer; what still waits is forgotten. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
  }

  #hold(value: T): void {
    this.#show(value);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const next = this.#waiting.shift();
      if (next !== undefined) this.#hold(next);
    }, statusMinShownMs);
  }
}
