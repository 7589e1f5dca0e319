import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Keeps the place of the keyboard where what had the focus goes away by being pressed: its surroundings get it, which need `tabIndex={-1}`.
 * @param state of what is shown; another one may have taken a button away.
 */
export function useKeptFocus<E extends HTMLElement>(state: string): RefObject<E | null> {
  const element = useRef<E>(null);
  const before = useRef(state);
  useLayoutEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [state]);
  return element;
}
