import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * By key, for example `e` or `?`. A longer name that no key has, such as `block-visitor`, is an action for the command palette only.
 * An action that is not possible now is undefined.
 */
export type Shortcuts = Record<string, ((event: KeyboardEvent) => void) | undefined>;

type Source = Shortcuts | (() => Shortcuts);

/** Shortcuts of everything on the screen, the newest last. */
const active = new Set<{ current: Source }>();

const read = (source: Source) => (typeof source === "function" ? source() : source);

/**
 * Single-key shortcuts of a screen. Inactive while the user types, holds a modifier key, or has a dialog open.
 * @param shortcuts a function when their actions depend on the focus; it is called for each key.
 */
export function useShortcuts(shortcuts: Source): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  // Layout effect: a key pressed before the next paint would be lost otherwise.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = read(current.current)[event.key];
      if (!run || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isOverlaid() || (isTyping(event.target) && event.key !== "Escape")) return;
      run(event);
    };
    active.add(current);
    addEventListener("keydown", onKey);
    return () => {
      active.delete(current);
      removeEventListener("keydown", onKey);
    };
  }, []);
}

/** The action of a key or name on this screen; undefined when it is not possible now. */
export function shortcutOf(name: string): (() => void) | undefined {
  for (const { current } of [...active].reverse()) {
    const run = read(current)[name];
    if (run) return () => run(new KeyboardEvent("keydown", { key: name, cancelable: true }));
  }
  return undefined;
}

const isOverlaid = () => document.querySelector("dialog[open], :popover-open") !== null;

/**
 * Key handler of an element that Escape closes or leaves. Overlays and elements inside it get the key first, and the screen does not get it:
 * Escape closes one thing at a time, from the innermost out.
 */
export function onEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing || event.defaultPrevented || isOverlaid()) return;
    event.preventDefault();
    close();
  };
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
