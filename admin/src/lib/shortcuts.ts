import { useLayoutEffect, useRef } from "preact/hooks";

export type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

/** What `?` shows. */
export const shortcutHelp: ReadonlyArray<{ keys: readonly string[]; does: string }> = [
  { keys: ["Ctrl K"], does: "Go anywhere, find a ticket" },
  { keys: ["j", "k"], does: "Next, previous ticket; in the list the arrows too" },
  { keys: ["a"], does: "Take the ticket" },
  { keys: ["Enter"], does: "Open the ticket" },
  { keys: ["x", "J", "K"], does: "Mark the ticket; mark the next, the previous one too" },
  { keys: ["l", "p"], does: "Label, priority" },
  { keys: ["i", "z"], does: "Assign, snooze" },
  { keys: ["f"], does: "Filter the list" },
  { keys: ["r"], does: "Reply and keep the ticket" },
  { keys: ["e"], does: "Answer and resolve" },
  { keys: ["d"], does: "Use the assistant's draft" },
  { keys: ["s"], does: "Send the draft as it is, and resolve" },
  { keys: ["c", "Ctrl Shift Enter"], does: "Check the answer against the sources" },
  { keys: ["n"], does: "Write a note for the team" },
  { keys: ["h"], does: "Give the assistant a hint" },
  { keys: ["Ctrl Enter"], does: "Send" },
  { keys: ["/"], does: "Search" },
  { keys: ["Esc"], does: "Leave the field, close the ticket" },
  { keys: ["?"], does: "Show this list" },
];

/** Single-key commands of a screen. Quiet while somebody types, holds a modifier, or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  // Heard from the moment its screen is there: what is pressed before the next picture is drawn would be lost.
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

/** Whether keys go into a field. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button", "submit", "range", "color"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
