import { useSignal } from "@preact/signals";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import { useWorkspace } from "../app-context.ts";
import { Spinner } from "../components/states.tsx";

interface DeleteDocumentProps {
  document: DocumentView;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDocument({ document, onClose, onDeleted }: DeleteDocumentProps) {
  const { library, toasts } = useWorkspace();
  const busy = useSignal(false);
  const error = useSignal("");
  const remove = async () => {
    if (busy.value) return;
    busy.value = true;
    const problem = await library.remove(document.id);
    busy.value = false;
    error.value = problem ?? "";
    if (problem) return;
    toasts.show(`“${document.title}” deleted`);
    onClose();
    onDeleted?.();
  };
  return (
    <>
      <div class="dialog-head">
        <h2>Delete this document?</h2>
      </div>
      <div class="dialog-body">
        <p>
          <strong dir="auto">{document.title}</strong> and its {document.chunks} chunk{document.chunks === 1 ? "" : "s"}{" "}
          are removed. The assistant stops using them, and answers that rest on them leave the cache. This cannot be
          undone.
        </p>
        <p class="form-error" role="alert">
          {error.value}
        </p>
      </div>
      <div class="dialog-foot">
        <button type="button" class="btn" autofocus onClick={onClose}>
          Keep
        </button>
        <button type="button" class="btn danger" aria-disabled={busy.value} onClick={() => void remove()}>
          {busy.value ? <Spinner /> : null} Delete
        </button>
      </div>
    </>
  );
}
