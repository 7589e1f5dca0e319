import type { ChatComponent } from "./chat.ts";

/** Same condition as in the styles: the panel takes the whole screen. */
const wholeScreen = matchMedia("(max-width: 480px), (max-height: 480px)");

const known = new WeakSet<ChatComponent>();

/**
 * Where the panel takes the whole screen, the browser's Back leads out of it step by step, Tab stays in it, and it fits beside the on-screen
 * keyboard.
 */
export function behaveOnPhone(element: ChatComponent): void {
  if (known.has(element)) return;
  known.add(element);
  new BackSteps(element);
  keepFocus(element);
  fitViewport(element);
}

/** The on-screen keyboard covers the page without resizing it: keeps the panel in the part that is seen. */
function fitViewport(element: ChatComponent): void {
  const view = window.visualViewport;
  const follow = () => {
    // A page zoomed by two fingers also has a small visual viewport; there the panel stays as it is.
    if (!view || view.scale > 1.01) return;
    // A CSS zoom of the page also enlarges these pixels. Not every browser knows the property.
    const zoom = (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
    element.style.setProperty("--_view-height", `${Math.round(view.height / zoom)}px`);
    element.style.setProperty("--_view-top", `${Math.round(view.offsetTop / zoom)}px`);
  };
  for (const change of ["resize", "scroll"]) view?.addEventListener(change, follow);
  follow();
}

/** Number of steps back: one for the panel, and one for each screen that covers the conversation. */
function stepsOf(element: ChatComponent): number {
  if (!isOver(element)) return 0;
  return 1 + element.client.state.screens.filter(({ name }) => name !== "home").length;
}

function isOver(element: ChatComponent): boolean {
  return wholeScreen.matches && element.isConnected && !element.hidden;
}

/**
 * Keeps one entry of the page's history per step. All entries have the address and state of the page's own entry. A router that registered
 * its listener earlier receives the event too and only navigates to the address where it already is. The entry's state contains the step
 * number, so that a reload finds it.
 */
class BackSteps {
  readonly #element: ChatComponent;
  #address = location.href;
  #place = placeNow();
  #isOwnMove = false;

  constructor(element: ChatComponent) {
    this.#element = element;
    addEventListener("popstate", this.#onPop);
    wholeScreen.addEventListener("change", this.#follow);
    element.client.subscribe(this.#follow);
    this.#follow();
  }

  /** Adapts the history to the panel's state. */
  #follow = (): void => {
    const wanted = stepsOf(this.#element);
    const place = placeNow();
    if (this.#isOwnMove || place === wanted) return;
    if (place > wanted) {
      this.#isOwnMove = true;
      history.go(wanted - place);
      return;
    }
    // Not through the page's own function, which routers and visit counters may have replaced.
    for (let next = place + 1; next <= wanted; next += 1) {
      History.prototype.pushState.call(history, { ...history.state, parleyStep: next }, "");
    }
    this.#note();
  };

  #onPop = (event: PopStateEvent): void => {
    const place = placeNow();
    const isOurs = location.href === this.#address && (this.#isOwnMove || place < this.#place);
    this.#isOwnMove = false;
    this.#note();
    if (!isOurs) return;
    event.stopImmediatePropagation();
    while (stepsOf(this.#element) > place && this.#stepOut());
    this.#follow();
  };

  /** Works like the Escape key. */
  #stepOut(): boolean {
    const before = stepsOf(this.#element);
    const panel = this.#element.renderRoot.querySelector(".panel");
    panel?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    return stepsOf(this.#element) < before;
  }

  #note(): void {
    this.#address = location.href;
    this.#place = placeNow();
  }
}

/** Number of steps between the page's own history entry and the present one. */
function placeNow(): number {
  const step: unknown = history.state?.parleyStep;
  return typeof step === "number" ? step : 0;
}

/** A focus that leaves the panel would be in the invisible page behind it, so it moves to the other end of the panel. */
function keepFocus(element: ChatComponent): void {
  let tab: "forth" | "back" | undefined;
  const onKey = (event: KeyboardEvent) => {
    tab = event.key === "Tab" ? (event.shiftKey ? "back" : "forth") : undefined;
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!tab || target === element || !isOver(element)) return;
    const end = tab === "back" ? "parley-composer" : ".panel";
    element.renderRoot.querySelector<HTMLElement>(end)?.focus();
  };
  const tell = () => element.renderRoot.querySelector(".panel")?.setAttribute("aria-modal", `${wholeScreen.matches}`);
  addEventListener("keydown", onKey, { capture: true });
  addEventListener("focusin", onFocus);
  wholeScreen.addEventListener("change", tell);
  tell();
}
