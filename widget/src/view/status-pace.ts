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

  /** Shows the value now, or after the earlier ones have been shown. */
  push(value: T): void {
    this.#waiting.push(value);
    this.#next();
  }

  /** Shows nothing after the current value; the waiting values are dropped. */
  finish(): void {
    this.#waiting = [null];
    this.#next();
  }

  /** Stops the timer and drops the waiting values. */
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
    // An empty line needs no time to read.
    if (value === null) return this.#next();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#next();
    }, statusMinShownMs);
  }
}
