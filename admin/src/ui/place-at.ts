const gapPx = 6;
const edgePx = 12;

/** Below the mark, above it when there is no room, never outside the window. */
export function placeAt(popover: HTMLElement, mark: DOMRect): void {
  const box = popover.getBoundingClientRect();
  const below = mark.bottom + gapPx + box.height <= innerHeight - edgePx;
  const top = below ? mark.bottom + gapPx : Math.max(edgePx, mark.top - gapPx - box.height);
  const left = Math.min(Math.max(edgePx, mark.left - gapPx), innerWidth - box.width - edgePx);
  popover.style.setProperty("top", `${Math.round(top)}px`);
  popover.style.setProperty("left", `${Math.round(left)}px`);
}
