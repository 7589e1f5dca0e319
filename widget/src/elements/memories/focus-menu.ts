/** The panel that contains a screen. */
export function panelAround(screen: Element): HTMLElement | undefined {
  const root = screen.getRootNode();
  return root instanceof ShadowRoot && root.host instanceof HTMLElement ? root.host : undefined;
}

/**
 * Focuses the menu button after the visitor has left a screen that the menu opened, once the panel has the focus again. A focus elsewhere
 * on the page stays.
 */
export function giveFocusToMenu(panel: HTMLElement | undefined): void {
  setTimeout(() => {
    if (!panel || document.activeElement !== panel) return;
    const header = panel.shadowRoot?.querySelector("parley-header");
    header?.shadowRoot?.querySelector<HTMLElement>(".more")?.focus();
  });
}
