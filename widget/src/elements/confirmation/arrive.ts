/** Screen readers have spoken the line by then, in ms. If it stayed, a user who reads on with the arrow keys would get it twice. */
const spokenMs = 10_000;

/** The shadow root of the panel around an element. */
function panelAround(element: Element): ShadowRoot | undefined {
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
    if (root.querySelector(".spoken")) return root;
  return undefined;
}

/** Announces a line to screen readers. */
export function speak(element: Element, textContent: string): void {
  const line = Object.assign(document.createElement("p"), { textContent });
  panelAround(element)?.querySelector(".spoken")?.append(line);
  setTimeout(() => line.remove(), spokenMs);
}

/**
 * Handles a new card: scrolls to its start, and focuses its heading if the focus is in the panel and the visitor is not typing. Returns
 * true if it moved the focus.
 */
export async function arrive(card: HTMLElement, heading: HTMLElement | null): Promise<boolean> {
  // The log first scrolls to its end, as after every addition.
  await nextFrame().then(nextFrame);
  const panel = panelAround(card);
  if (!panel || !card.isConnected) return false;
  const isFree = mayLeave(panel);
  if (isFree) heading?.focus({ preventScroll: true });
  showStart(card, panel.querySelector(".log"));
  return isFree;
}

/** True when the focus is in the panel, but neither in a field with text nor on another control. */
function mayLeave(panel: ShadowRoot): boolean {
  let at: Element | null = panel.activeElement;
  if (!at) return false;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (at instanceof HTMLTextAreaElement) return at.value === "" && panel.activeElement?.localName === "parley-composer";
  return at.matches(".panel, .log");
}

/** Scrolls to the start of a card that is higher than the log. */
function showStart(card: Element, log: Element | null): void {
  const above = log ? log.getBoundingClientRect().top - card.getBoundingClientRect().top : 0;
  if (above > 0) log?.scrollBy(0, -above);
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
