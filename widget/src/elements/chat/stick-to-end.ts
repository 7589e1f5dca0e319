import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Nearer than this to the end counts as being there. */
const endZonePx = 48;

/** Keeps a scrolling log at its end while texts grow, unless the visitor has scrolled up to read. */
export class StickToEnd implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #observer = new ResizeObserver(() => this.#keep());
  #log: HTMLElement | undefined;
  #lastTop = 0;
  isAtEnd = true;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Begins to watch the log and its content, once they are there. */
  watch(log: HTMLElement | null, content: HTMLElement | null): void {
    if (!log || !content || this.#log === log) return;
    this.#log = log;
    this.#observer.disconnect();
    this.#observer.observe(content);
    this.#observer.observe(log);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#log = undefined;
  }

  /** The visitor, or a growing text, moved the log. */
  onScroll = (): void => {
    if (!this.#log) return;
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    const isNear = scrollHeight - scrollTop - clientHeight < endZonePx;
    // Content that grew in the meantime also leaves a gap; only moving up means that somebody reads.
    const isAtEnd = isNear || (this.isAtEnd && scrollTop >= this.#lastTop);
    this.#lastTop = scrollTop;
    if (isAtEnd === this.isAtEnd) return;
    this.isAtEnd = isAtEnd;
    this.#host.requestUpdate();
  };

  /** Goes to the newest message. */
  jump = (): void => {
    this.isAtEnd = true;
    this.#keep();
    this.#host.requestUpdate();
  };

  #keep(): void {
    if (this.#log && this.isAtEnd) this.#log.scrollTop = this.#log.scrollHeight;
  }
}
