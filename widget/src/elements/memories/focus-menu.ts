/** The panel that a screen stands in. */
export function panelAround(screen: Element): HTMLElement | undefined {
  const root = screen.getRootNode();
  return root instanceof ShadowRoot && root.host instanceof HTMLElement ? root.host : undefined;
}

/**
 * Gives the keyboard to the button of the menu that led to a screen which is left, after the panel has taken it back. One that is elsewhere on the
 * page stays there.
 */
export function giveFocusToMenu(panel: HTMLElement | undefined): void {
  setTimeout(() => {
    if (!panel || document.activeElement !== panel) return;
    const header = panel.shadowRoot?.querySelector("parley-header");
    header?.shadowRoot?.querySelector<HTMLElement>(".more")?.focus();
  });
}
