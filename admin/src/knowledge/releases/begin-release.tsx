import { useSignal } from "@preact/signals";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/ask-first.tsx";
import { releasesStoreOf } from "./releases-store.ts";

/** Asks for a name; documents and settings come on the release's page. */
export function BeginRelease({ onClose, onBegun }: { onClose: () => void; onBegun: (id: string) => void }) {
  const { api } = useWorkspace();
  const name = useSignal("");
  const error = useSignal("");
  const busy = useSignal(false);
  const begin = async (event: Event) => {
    event.preventDefault();
    if (busy.value) return;
    if (name.value.trim() === "") {
      error.value = "Enter a name.";
      return;
    }
    busy.value = true;
    const begun = await releasesStoreOf(api).begin(name.value.trim());
    busy.value = false;
    if ("problem" in begun) error.value = begun.problem;
    else {
      onClose();
      onBegun(begun.id);
    }
  };
  return (
    <form onSubmit={begin}>
      <div class="dialog-head">
        <h2>New release</h2>
      </div>
      <div class="dialog-body stack">
        <label class="field">
          <span>Name</span>
          <input
            class="input"
            maxLength={120}
            autofocus
            autocomplete="off"
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
          <small>For example “Return policy 2027”.</small>
        </label>
        <p class="form-error" role="alert">
          {error.value}
        </p>
      </div>
      <DialogFoot verb="Create" busy={busy.value} onClose={onClose} />
    </form>
  );
}
