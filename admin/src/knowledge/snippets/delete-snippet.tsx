import { useSignal } from "@preact/signals";
import type { SnippetView } from "../../../../protocol/admin-snippets.ts";
import { useWorkspace } from "../../app-context.ts";
import { AskFirst } from "../../ui/ask-first.tsx";

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
    <AskFirst
      title="Delete this snippet?"
      verb="Delete"
      busy={busy}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{snippet.question}</strong> and its answer will be deleted, and cached answers based on it
        removed. The original ticket keeps its reply. This can't be undone.
      </p>
    </AskFirst>
  );
}
