/** By then a line was spoken; left there, whoever reads on by arrow keys would come upon it twice. */
const spokenMs = 10_000;

/** The shadow root of the panel around an element. */
function panelAround(element: Element): ShadowRoot | undefined {
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
    if (root.querySelector(".spoken")) return root;
  return undefined;
}

/** Says a line to those who do not see the screen. */
export function speak(element: Element, textContent: string): void {
  const line = Object.assign(document.createElement("p"), { textContent });
  panelAround(element)?.querySelector(".spoken")?.append(line);
  setTimeout(() => line.remove(), spokenMs);
}

/**
 * A card has come: shows its beginning, and gives its heading the keyboard if that is in the panel and nobody writes there. True if
 * it did.
 */
export async function arrive(card: HTMLElement, heading: HTMLElement | null): Promise<boolean> {
  // By then the log has gone to its end, as it does when something is added.
  await nextFrame().then(nextFrame);
  const panel = panelAround(card);
  if (!panel || !card.isConnected) return false;
  const isFree = mayLeave(panel);
  if (isFree) heading?.focus({ preventScroll: true });
  showStart(card, panel.querySelector(".log"));
  return isFree;
}

/** The keyboard is in the panel, but in no field that something was written in, nor at something else that one is about to do. */
function mayLeave(panel: ShadowRoot): boolean {
  let at: Element | null = panel.activeElement;
  if (!at) return false;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (at instanceof HTMLTextAreaElement) return at.value === "" && panel.activeElement?.localName === "parley-composer";
  return at.matches(".panel, .log");
}

/** What is higher than the log is read from its beginning. */
function showStart(card: Element, log: Element | null): void {
  const above = log ? log.getBoundingClientRect().top - card.getBoundingClientRect().top : 0;
  if (above > 0) log?.scrollBy(0, -above);
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
