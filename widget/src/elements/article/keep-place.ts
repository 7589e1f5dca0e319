import type { ReactiveController, ReactiveControllerHost } from "lit";

/** What moves a scroller by the visitor's own hand. */
const ownMoves = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * Keeps an element where it is on the screen while texts around it are still being written, until the visitor moves.
 * Texts come in pieces, so that a place is right only after the last of them.
 */
export class KeepPlace implements ReactiveController {
  readonly #scroller: ReactiveControllerHost & HTMLElement;
  readonly #observer = new ResizeObserver(() => this.#keep());
  #kept: { element: HTMLElement; top: number } | undefined;

  constructor(scroller: ReactiveControllerHost & HTMLElement) {
    this.#scroller = scroller;
    scroller.addController(this);
    for (const move of ownMoves) scroller.addEventListener(move, this.#letGo, { passive: true });
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#kept = undefined;
  }

  /** Watches the content that grows. */
  watch(content: HTMLElement): void {
    this.#observer.disconnect();
    this.#observer.observe(content);
  }

  /** Keeps an element so far below the upper edge; where it is now unless that is said. */
  hold(element: HTMLElement, top = this.#topOf(element)): void {
    this.#kept = { element, top };
    this.#keep();
  }

  #letGo = (): void => {
    this.#kept = undefined;
  };

  #keep(): void {
    if (this.#kept) this.#scroller.scrollTop += this.#topOf(this.#kept.element) - this.#kept.top;
  }

  #topOf(element: HTMLElement): number {
    return element.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top;
  }
}
