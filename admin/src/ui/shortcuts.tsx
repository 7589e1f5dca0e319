import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";

export type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

/** Shortcuts listed by `?`. */
const shortcutHelp: ReadonlyArray<{ keys: readonly string[]; does: string }> = [
  { keys: ["Ctrl K"], does: "Search and commands" },
  { keys: ["j", "k"], does: "Next, previous ticket" },
  { keys: ["a"], does: "Assign to me" },
  { keys: ["Enter"], does: "Open the ticket" },
  { keys: ["x", "J", "K"], does: "Select, extend selection" },
  { keys: ["l", "p"], does: "Label, priority" },
  { keys: ["i", "z"], does: "Assign, snooze" },
  { keys: ["f"], does: "Filter the list" },
  { keys: ["r"], does: "Reply" },
  { keys: ["e"], does: "Reply and resolve" },
  { keys: ["d"], does: "Use the suggested reply" },
  { keys: ["s"], does: "Send the suggested reply and resolve" },
  { keys: ["c", "Ctrl Shift Enter"], does: "Check the reply against the sources" },
  { keys: ["n"], does: "Write a note for the team" },
  { keys: ["h"], does: "Guide the AI" },
  { keys: ["Ctrl Enter"], does: "Send" },
  { keys: ["/"], does: "Search" },
  { keys: ["Esc"], does: "Leave the field or close the ticket" },
  { keys: ["?"], does: "Show shortcuts" },
];

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

export const shortcutsOpen = signal(false);

const closeShortcuts = () => {
  shortcutsOpen.value = false;
};

export function ShortcutsDialog() {
  return (
    <Dialog open={shortcutsOpen.value} label="Keyboard shortcuts" class="dialog-small" onClose={closeShortcuts}>
      <div class="dialog-head">
        <h2>Keyboard shortcuts</h2>
        <button type="button" class="icon-btn" aria-label="Close" onClick={closeShortcuts}>
          <Icon name="close" />
        </button>
      </div>
      <dl class="shortcuts">
        {shortcutHelp.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <span class="keys" key={key}>
                  {key.split(" ").map((part) => (
                    <kbd key={part}>{part}</kbd>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
