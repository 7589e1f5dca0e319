import { useSignal } from "@preact/signals";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { mustHave } from "../../ui/must-have.ts";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import { Spinner } from "../../ui/states.tsx";

/** Same limit as on the server. */
const maxHintChars = 4_000;

/** Guide the AI: the assistant tries again with the agent's guidance. */
export function HintButton() {
  const open = useSignal(false);
  useShortcuts({
    h: (event) => {
      event.preventDefault();
      open.value = true;
    },
  });
  const close = () => {
    open.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="btn ghost"
        title="Tell the AI what to look for and let it try again"
        onClick={() => {
          open.value = true;
        }}
      >
        Give a hint <Keys keys="h" />
      </button>
      <Dialog open={open.value} label="Give the AI a hint" class="dialog-small" onClose={close}>
        <div class="dialog-head">
          <h2>Give the AI a hint</h2>
        </div>
        <div class="dialog-body">
          <HintForm onClose={close} />
        </div>
      </Dialog>
    </>
  );
}

function HintForm({ onClose }: { onClose: () => void }) {
  const { ticket: store, toasts } = useWorkspace();
  const text = useSignal("");
  const error = useSignal("");
  const send = async () => {
    if (store.busy.value) return;
    const problem = await store.hint(text.value.trim());
    error.value = problem ?? "";
    if (problem) return;
    toasts.show("Asked the AI to try again");
    onClose();
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label class="field">
        <span>What should it know, or where should it look?</span>
        <textarea
          class="input"
          rows={4}
          dir="auto"
          autofocus
          maxLength={maxHintChars}
          ref={mustHave("Write what the AI should know.")}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </label>
      <p class="muted">The visitor does not see this. If the new answer is still weak, it comes back here.</p>
      <p class="form-error" role="alert">
        {error.value}
      </p>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="btn primary" aria-disabled={store.busy.value}>
          {store.busy.value ? <Spinner /> : null} Try again
        </button>
      </div>
    </form>
  );
}
