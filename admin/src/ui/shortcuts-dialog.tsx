import { Dialog } from "./dialog.tsx";
import { DialogHead } from "./dialog-head.tsx";
import { shortcutGroups } from "./shortcut-list.ts";
import { shortcutsOpen } from "./shortcuts.tsx";

const closeShortcuts = () => {
  shortcutsOpen.value = false;
};

export function ShortcutsDialog() {
  return (
    <Dialog open={shortcutsOpen.value} label="Keyboard shortcuts" class="shortcuts-dialog" onClose={closeShortcuts}>
      <DialogHead onClose={closeShortcuts}>Keyboard shortcuts</DialogHead>
      <div class="shortcuts">
        {shortcutGroups.map(({ label, shortcuts }) => (
          <section key={label} aria-label={label}>
            <h3>{label}</h3>
            <dl>
              {shortcuts
                .filter(({ keys }) => keys.length > 0)
                .map(({ keys, does }) => (
                  <div key={does}>
                    <dt>
                      {keys.map((one) => (
                        <span class="keys" key={one}>
                          {one.split(" ").map((part) => (
                            <kbd key={part}>{part}</kbd>
                          ))}
                        </span>
                      ))}
                    </dt>
                    <dd>{does.replace("…", "")}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
