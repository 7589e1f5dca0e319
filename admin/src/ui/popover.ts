import { useSignal } from "@preact/signals";

const gapPx = 6;
const edgePx = 12;

/** Below the mark, or above it without enough space; never outside the window. */
export function placeAt(popover: HTMLElement, mark: DOMRect): void {
  const box = popover.getBoundingClientRect();
  const below = mark.bottom + gapPx + box.height <= innerHeight - edgePx;
  const top = below ? mark.bottom + gapPx : Math.max(edgePx, mark.top - gapPx - box.height);
  const left = Math.min(Math.max(edgePx, mark.left - gapPx), innerWidth - box.width - edgePx);
  popover.style.setProperty("top", `${Math.round(top)}px`);
  popover.style.setProperty("left", `${Math.round(left)}px`);
}

/** Position of a popover, and whether only hover or focus opened it. */
interface Glance {
  mark: HTMLElement;
  glance: boolean;
}

/** A popover that is open while its button is hovered or focused, and stays open after a click. */
export function useGlance() {
  const open = useSignal<Glance | null>(null);
  const look = (event: Event) => {
    if (event.currentTarget instanceof HTMLElement) open.value ??= { mark: event.currentTarget, glance: true };
  };
  const leave = () => {
    if (open.value?.glance) open.value = null;
  };
  return {
    open: open.value,
    close() {
      open.value = null;
    },
    /** Event handlers and attributes of the button. */
    handlers: {
      "aria-expanded": open.value !== null && !open.value.glance,
      onMouseEnter: look,
      onMouseLeave: leave,
      onFocus: look,
      onBlur: leave,
      onClick(event: MouseEvent) {
        if (event.currentTarget instanceof HTMLElement) open.value = { mark: event.currentTarget, glance: false };
      },
    },
  };
}
