import { useSignal } from "@preact/signals";
import type { SnippetView } from "../../../protocol/admin-snippets.ts";
import { useWorkspace } from "../app-context.ts";
import { Spinner } from "../components/states.tsx";

export function DeleteSnippet({ snippet, onClose }: { snippet: SnippetView; onClose: () => void }) {
  const { snippets, toasts } = useWorkspace();
  const error = useSignal("");
  const busy = snippets.busy.value.has(snippet.id);
  const remove = async () => {
    error.value = (await snippets.remove(snippet.id)) ?? "";
    if (error.value) return;
    toasts.show("Snippet deleted");
    onClose();
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Delete this snippet?</h2>
      </div>
      <div class="dialog-body">
        <p>
          <strong dir="auto">{snippet.question}</strong> and its answer are removed, and answers that rest on it leave
          the cache. The ticket it came from keeps its answer. This cannot be undone.
        </p>
        <p class="form-error" role="alert">
          {error.value}
        </p>
      </div>
      <div class="dialog-foot">
        <button type="button" class="btn" autofocus onClick={onClose}>
          Keep
        </button>
        <button type="button" class="btn danger" aria-disabled={busy} onClick={() => void remove()}>
          {busy ? <Spinner /> : null} Delete
        </button>
      </div>
    </>
  );
}
