/** Long enough to be read as a step, short enough not to lag behind. */
export const statusMinShownMs = 300;

/**
 * Shows each status for at least `statusMinShownMs`, in order, also when they come faster.
 */
export class StatusPace<T> {
  readonly #show: (value: T | null) => void;
  #waiting: (T | null)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(show: (value: T | null) => void) {
    this.#show = show;
  }

  /** Shows the value now, or when those before it have been seen. */
  push(value: T): void {
    this.#waiting.push(value);
    this.#next();
  }

  /** Shows nothing when the present one has been seen; what still waits is no longer news. */
  finish(): void {
    this.#waiting = [null];
    this.#next();
  }

  /** Ends the timer; what still waits is forgotten. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #next(): void {
    if (this.#timer !== undefined) return;
    const value = this.#waiting.shift();
    if (value === undefined) return;
    this.#show(value);
    // There is nothing to read in an empty line.
    if (value === null) return this.#next();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#next();
    }, statusMinShownMs);
  }
}
