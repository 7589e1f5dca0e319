import { signal } from "@preact/signals";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { shortcutHelp } from "../ui/shortcuts.ts";

export const shortcutsOpen = signal(false);

const close = () => {
  shortcutsOpen.value = false;
};

export function ShortcutsDialog() {
  return (
    <Dialog open={shortcutsOpen.value} label="Keyboard shortcuts" class="dialog-small" onClose={close}>
      <div class="dialog-head">
        <h2>Keyboard shortcuts</h2>
        <button type="button" class="icon-btn" aria-label="Close" onClick={close}>
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
