import { useSignal } from "@preact/signals";
import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import { useWorkspace } from "../../app-context.ts";
import { AskFirst } from "../../ui/ask-first.tsx";

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
    <AskFirst
      title="Delete this document?"
      verb="Delete"
      busy={busy.value}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{document.title}</strong> and its {document.chunks} passage{document.chunks === 1 ? "" : "s"}{" "}
        will be deleted. The assistant stops using them, and cached answers based on them are removed. This can't be
        undone.
      </p>
    </AskFirst>
  );
}
