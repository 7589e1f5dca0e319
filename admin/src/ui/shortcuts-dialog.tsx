import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { shortcutsOpen } from "./shortcuts.tsx";

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
