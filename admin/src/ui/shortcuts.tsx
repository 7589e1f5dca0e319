import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

export type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

/** Single-key shortcuts of a screen. Inactive while the user types, holds a modifier key, or has a dialog open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  // Layout effect: a key pressed before the next paint would be lost otherwise.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = current.current[event.key];
      if (!run || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (document.querySelector("dialog[open], :popover-open") || (isTyping(event.target) && event.key !== "Escape"))
        return;
      run(event);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Whether the focus is in a text field. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit", "range", "color"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Whether the list of shortcuts is shown. */
export const shortcutsOpen = signal(false);
