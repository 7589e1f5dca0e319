import { useEffect } from "preact/hooks";
import type { ChangeDocumentRequest, DocumentView } from "../../../../protocol/admin-documents.ts";
import { useWorkspace } from "../../app-context.ts";
import { ConfirmDialog, DialogFoot } from "../../ui/confirm-dialog.tsx";
import { DialogHead, FormError } from "../../ui/dialog-head.tsx";
import { useDialogWork, useWork } from "../../ui/work.ts";
import { KindSelect, kindFrom } from "./document-chips.tsx";
import { documentStoreOf } from "./document-store.ts";

/** Form for a document's title, set, type, audience and the URL that citations link to. */
export function EditDocument({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const { api } = useWorkspace();
  const store = documentStoreOf(api);
  const { busy, error, run } = useDialogWork(onClose);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy.value || !(form instanceof HTMLFormElement)) return;
    const change = changeIn(document, new FormData(form));
    if (Object.keys(change).length === 0) return onClose();
    await run(() => store.change(change), "Saved the document");
  };
  return (
    <>
      <DialogHead onClose={onClose}>Edit document</DialogHead>
      <form class="dialog-body stack" onSubmit={save}>
        <Fields document={document} />
        <FormError text={error.value} />
        <DialogFoot verb="Save" busy={busy.value} onClose={onClose} />
      </form>
    </>
  );
}

function Fields({ document }: { document: DocumentView }) {
  const { sets } = useWorkspace();
  useEffect(() => {
    void sets.load();
  }, [sets]);
  return (
    <>
      <label class="field">
        <span>Title</span>
        <input class="input" name="title" required maxLength={300} defaultValue={document.title} dir="auto" />
      </label>
      <div class="field-row">
        <label class="field">
          <span>Set</span>
          <input class="input" name="set" maxLength={100} list="known-sets" defaultValue={document.set ?? ""} />
          <datalist id="known-sets">
            {sets.items.value.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <KindSelect value={document.kind} />
      </div>
      <label class="field">
        <span>Audience</span>
        <select class="input" name="audience">
          <option value="public">Visitors and team</option>
          <option value="internal" selected={document.audience !== "public"}>
            Team only
          </option>
        </select>
      </label>
      <label class="field">
        <span>
          Link for citations <em>optional</em>
        </span>
        <input class="input" type="url" name="url" maxLength={2_000} defaultValue={document.url ?? ""} />
      </label>
    </>
  );
}

/** Only the changed fields. */
function changeIn(document: DocumentView, fields: FormData): ChangeDocumentRequest {
  const text = (name: string) => String(fields.get(name) ?? "").trim();
  const change: ChangeDocumentRequest = {};
  if (text("title") !== document.title) change.title = text("title");
  if (text("set") !== (document.set ?? "")) change.set = text("set") || null;
  const kind = kindFrom(text("kind"));
  if (kind !== document.kind) change.kind = kind;
  if (text("url") !== (document.url ?? "")) change.url = text("url") || null;
  if ((text("audience") === "public") !== (document.audience === "public")) change.audience = text("audience");
  return change;
}

interface DeleteDocumentProps {
  document: DocumentView;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDocument({ document, onClose, onDeleted }: DeleteDocumentProps) {
  const { library, toasts } = useWorkspace();
  const { busy, error, run } = useWork();
  const remove = async () => {
    if (!(await run(() => library.remove(document.id)))) return;
    toasts.show(`Deleted “${document.title}”`);
    onClose();
    onDeleted?.();
  };
  return (
    <ConfirmDialog
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
    </ConfirmDialog>
  );
}
