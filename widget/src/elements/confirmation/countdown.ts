import type { ReactiveController, ReactiveControllerHost } from "lit";

const minuteMs = 60_000;
/** Interval of updates in the last minute, in ms. Counting every second would only distract the reader. */
const lastStepMs = 10_000;
/** Shortest countdown, in ms. While the server reports the change as pending, it can be decided, whatever this device's clock shows. */
const leastMs = 30_000;

/**
 * The time left for a decision, measured from the arrival of the question, so that a wrong clock does not shorten it. The host is updated
 * when the displayed time changes. It is notified at the start of the last minute and at the end.
 */
export class Countdown implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #tell: (what: "minute" | "end") => void;
  #given = "";
  #until = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #told: "minute" | "end" | undefined;

  constructor(host: ReactiveControllerHost, tell: (what: "minute" | "end") => void) {
    this.#host = host;
    this.#tell = tell;
    host.addController(this);
  }

  /**
   * @param expiresAt by the server's clock.
   * @param askedAt by the server's clock; without it, this device's clock is used.
   */
  set(expiresAt: string, askedAt: string | undefined): void {
    if (this.#given === expiresAt) return;
    this.#given = expiresAt;
    const now = Date.now();
    const leftMs = Date.parse(expiresAt) - (askedAt === undefined ? now : Date.parse(askedAt));
    if (Number.isNaN(leftMs)) return;
    this.#until = now + Math.max(leftMs, leastMs);
    this.#told = this.#leftMs <= minuteMs ? "minute" : undefined;
    this.#go();
  }

  hostConnected(): void {
    this.#go();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  get #leftMs(): number {
    return this.#until - Date.now();
  }

  get isOver(): boolean {
    return this.#leftMs <= 0;
  }

  /** Time left, in a language's words; empty when unknown. */
  left(tag: string): string {
    if (!Number.isFinite(this.#until)) return "";
    const shownMs = this.#shownMs;
    const [unit, n] = shownMs < minuteMs ? ["second", shownMs / 1_000] : ["minute", shownMs / minuteMs];
    return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(n);
  }

  /** Time left, rounded up to the displayed step. */
  get #shownMs(): number {
    const stepMs = this.#leftMs <= minuteMs ? lastStepMs : minuteMs;
    return Math.max(0, Math.ceil(this.#leftMs / stepMs) * stepMs);
  }

  #go = (): void => {
    clearTimeout(this.#timer);
    if (!Number.isFinite(this.#until)) return;
    const leftMs = this.#leftMs;
    const due = leftMs <= 0 ? "end" : leftMs <= minuteMs ? "minute" : undefined;
    if (due && due !== this.#told) {
      this.#told = due;
      this.#tell(due);
    }
    this.#host.requestUpdate();
    if (leftMs <= 0) return;
    const stepMs = leftMs <= minuteMs ? lastStepMs : minuteMs;
    // Slightly after the change, so that rounding up gives the next value.
    this.#timer = setTimeout(this.#go, leftMs - (this.#shownMs - stepMs) + 20);
  };
}
