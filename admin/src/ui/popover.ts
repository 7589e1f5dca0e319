import { useSignal } from "@preact/signals";
import type { TargetedKeyboardEvent, TargetedToggleEvent } from "preact";

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

const itemSelector = "button.menu-item";

/** Opens a menu with the focus on its first item. */
export function openMenu(menu: HTMLElement): void {
  menu.showPopover();
  menu.querySelector<HTMLElement>(itemSelector)?.focus();
}

/** Of a popover with buttons: it opens at its mark with the focus on the first item; arrow keys, Home and End move the focus. */
export function menuHandlers(mark: { readonly current: Element | null }) {
  return {
    onToggle({ currentTarget: menu, newState }: TargetedToggleEvent<HTMLElement>) {
      if (newState !== "open") return;
      if (mark.current) placeAt(menu, mark.current.getBoundingClientRect());
      if (!menu.contains(document.activeElement)) menu.querySelector<HTMLElement>(itemSelector)?.focus();
    },
    onKeyDown(event: TargetedKeyboardEvent<HTMLElement>) {
      const items = [...event.currentTarget.querySelectorAll<HTMLElement>(itemSelector)];
      const at = items.findIndex((item) => item.matches(":focus"));
      const to = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      items.at(to % items.length)?.focus();
    },
  };
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
