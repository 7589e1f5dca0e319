import type { ReactiveController, ReactiveControllerHost } from "lit";

/** On a phone the on-screen keyboard covers the page without resizing it: keeps the panel in the part that is seen. */
export class FitViewport implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    window.visualViewport?.addEventListener("resize", this.#fit);
    window.visualViewport?.addEventListener("scroll", this.#fit);
    // Elsewhere nothing looks at it, and asking for it makes the browser lay the page out.
    if (matchMedia("(max-width: 480px), (max-height: 480px)").matches) this.#fit();
  }

  hostDisconnected(): void {
    window.visualViewport?.removeEventListener("resize", this.#fit);
    window.visualViewport?.removeEventListener("scroll", this.#fit);
  }

  #fit = (): void => {
    const view = window.visualViewport;
    // A page zoomed by two fingers also has a small visual viewport; there the panel stays as it is.
    if (!view || view.scale > 1.01) return;
    this.#host.style.setProperty("--_view-height", `${Math.round(view.height)}px`);
    this.#host.style.setProperty("--_view-top", `${Math.round(view.offsetTop)}px`);
  };
}
