import { useSignal } from "@preact/signals";

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

/** Where a popover stands, and whether only a glance opened it. */
interface Glance {
  mark: HTMLElement;
  glance: boolean;
}

/** A popover that is there while its button is pointed at or has the focus, and stays once the button is pressed. */
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
    /** For the button. */
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
