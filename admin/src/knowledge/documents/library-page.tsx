import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Notice, Skeleton } from "../../ui/states.tsx";
import { LibraryTabs } from "../library-tabs.tsx";
import { AddDocument } from "./add-document.tsx";
import { type DocumentFilter, DocumentFilters, filterDocuments } from "./document-filters.tsx";
import { DocumentTable } from "./document-table.tsx";
import { DeleteDocument } from "./edit-document.tsx";
import { ManageSets } from "./manage-sets.tsx";

export function LibraryPage() {
  const { library, may } = useWorkspace();
  const adding = useSignal(false);
  const managing = useSignal(false);
  const deleting = useSignal<DocumentView | null>(null);
  useEffect(() => library.watch(), [library]);
  const count = library.documents.value.length;
  const working = library.working.value;
  const embedding = library.documents.value.filter((document) => document.status === "searchable").length;

  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Documents</h1>
          <p class="muted" role="status">
            {library.phase.value === "ready" ? `${count} document${count === 1 ? "" : "s"}` : ""}
            {working - embedding > 0 ? `, ${working - embedding} reading` : ""}
            {embedding > 0 ? `, ${embedding} searchable and getting vectors` : ""}
          </p>
        </div>
        {may("manager") ? (
          <button type="button" class="btn primary" onClick={() => (adding.value = true)}>
            <Icon name="plus" /> Add document
          </button>
        ) : null}
      </header>
      <LibraryTabs />
      <LibraryBody
        onAdd={() => (adding.value = true)}
        onDelete={(document) => (deleting.value = document)}
        onManageSets={() => (managing.value = true)}
      />
      <Dialog open={managing.value} label="Sets" onClose={() => (managing.value = false)}>
        <ManageSets onClose={() => (managing.value = false)} onChanged={() => void library.load()} />
      </Dialog>
      <Dialog open={adding.value} label="Add document" onClose={() => (adding.value = false)}>
        <AddDocument onClose={() => (adding.value = false)} />
      </Dialog>
      <Dialog
        open={deleting.value !== null}
        label="Delete document"
        class="dialog-small"
        onClose={() => (deleting.value = null)}
      >
        {deleting.value ? <DeleteDocument document={deleting.value} onClose={() => (deleting.value = null)} /> : null}
      </Dialog>
    </div>
  );
}

interface BodyProps {
  onAdd: () => void;
  onDelete: (document: DocumentView) => void;
  onManageSets: () => void;
}

function LibraryBody({ onAdd, onDelete, onManageSets }: BodyProps) {
  const { library, may } = useWorkspace();
  if (library.phase.value === "loading") return <Skeleton rows={8} label="Loading documents" />;
  if (library.phase.value === "failed") {
    return (
      <ErrorState
        title="The library could not be loaded"
        text={library.error.value}
        onRetry={() => void library.load()}
      />
    );
  }
  if (library.documents.value.length === 0) {
    return (
      <Notice
        title="No documents yet"
        text="The assistant only answers from your documents. Add a help page, a policy or a list of answers."
      >
        {may("manager") ? (
          <button type="button" class="btn primary" onClick={onAdd}>
            Add document
          </button>
        ) : null}
      </Notice>
    );
  }
  return <FoundDocuments onDelete={onDelete} onManageSets={onManageSets} />;
}

/** The filtered documents. */
function FoundDocuments({ onDelete, onManageSets }: Omit<BodyProps, "onAdd">) {
  const { library, sets, may, toasts } = useWorkspace();
  const filter = useSignal<DocumentFilter>({ words: "", set: "", kind: "", state: "" });
  useEffect(() => void sets.load(), [sets, library.documents.value.length]);
  const found = filterDocuments(library.documents.value, filter.value);
  const retry = async (document: DocumentView) => {
    const refusal = await library.retry(document.id);
    if (refusal) toasts.fail(refusal);
  };
  return (
    <>
      <DocumentFilters
        filter={filter.value}
        onChange={(next) => (filter.value = next)}
        onManageSets={may("manager") ? onManageSets : null}
      />
      {found.length === 0 ? (
        <Notice title="Nothing found" text="No documents match." />
      ) : (
        <DocumentTable
          documents={found}
          onDelete={may("manager") ? onDelete : null}
          onRetry={may("manager") ? (document) => void retry(document) : null}
        />
      )}
    </>
  );
}
