import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Keeps the keyboard focus when the focused element disappears after its click: the container gets it and needs `tabIndex={-1}`.
 * @param state of the content; a new state may have removed a button.
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
