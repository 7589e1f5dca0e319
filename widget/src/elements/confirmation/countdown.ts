import type { ReactiveController, ReactiveControllerHost } from "lit";

const minuteMs = 60_000;
/** In the last minute, so often: seconds that run make nobody read better. */
const lastStepMs = 10_000;
/** What the server still says is open can be answered, whatever this clock says: it decides. */
const leastMs = 30_000;

/**
 * The time that is left for an answer. Measured from when the question came, so that a clock that goes wrong takes nothing away; the
 * host is drawn again when the words for it change, and told at the last minute and at the end.
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

  /** @param expiresAt by the server's clock. @param askedAt by the same; without it, this page's clock has to do. */
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

  /** In the words of a language; empty when it is not known. */
  left(tag: string): string {
    if (!Number.isFinite(this.#until)) return "";
    const shownMs = this.#shownMs;
    const [unit, n] = shownMs < minuteMs ? ["second", shownMs / 1_000] : ["minute", shownMs / minuteMs];
    return new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" }).format(n);
  }

  /** Rounded up to what is said of it. */
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
    // A moment behind the change, so that rounding up gives the next one.
    this.#timer = setTimeout(this.#go, leftMs - (this.#shownMs - stepMs) + 20);
  };
}
