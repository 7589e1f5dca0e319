import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { AddDocumentRequest } from "../../../../protocol/admin-documents.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { DialogHead, FormError } from "../../ui/dialog-head.tsx";
import { useWork } from "../../ui/work.ts";
import { TryFirst, useDrafts } from "../releases/use-drafts.tsx";
import { FetchDocument } from "../sites/fetch-document.tsx";
import { KindSelect, kindFrom } from "./document-chips.tsx";
import { UploadDocuments } from "./upload-documents.tsx";

const ways = { upload: "Upload files", paste: "Paste text", fetch: "Web page" } as const;

/** Three ways to add documents: files, pasted text, web pages. A release accepts files and text. */
export function AddDocument({ release, onClose }: { release?: string; onClose: () => void }) {
  const way = useSignal<keyof typeof ways>("upload");
  return (
    <>
      <DialogHead onClose={onClose}>{release ? "Add a document to the release" : "Add document"}</DialogHead>
      <div class="dialog-body">
        <fieldset class="segmented">
          <legend class="visually-hidden">Source</legend>
          {(release ? (["upload", "paste"] as const) : (["upload", "paste", "fetch"] as const)).map((choice) => (
            <label key={choice}>
              <input type="radio" name="way" checked={way.value === choice} onChange={() => (way.value = choice)} />
              <span>{ways[choice]}</span>
            </label>
          ))}
        </fieldset>
        {way.value === "paste" ? <PasteDocument release={release} onClose={onClose} /> : null}
        {way.value === "upload" ? <UploadDocuments release={release} onClose={onClose} /> : null}
        {way.value === "fetch" ? <FetchDocument onClose={onClose} /> : null}
      </div>
    </>
  );
}

/** @param release the draft's release; without one the document is published, unless the user chooses to test it first. */
function PasteDocument({ release, onClose }: { release?: string | undefined; onClose: () => void }) {
  const { library, toasts } = useWorkspace();
  const drafts = useDrafts(release);
  const form = useRef<HTMLFormElement>(null);
  const { busy, error, run } = useWork();

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.value || !form.current) return;
    const document = documentFrom(new FormData(form.current));
    if (typeof document === "string") {
      error.value = document;
      return;
    }
    const isDraft = drafts.isWanted.value;
    if (!(await run(() => (isDraft ? drafts.add(document) : library.add(document))))) return;
    if (isDraft) drafts.tell();
    else toasts.show(`Added “${document.title}”`);
    onClose();
  };
  return (
    <form ref={form} class="stack" onSubmit={submit}>
      <label class="field">
        <span>Title</span>
        <input class="input" name="title" required maxLength={300} autofocus autocomplete="off" />
        <small>Using an existing title creates a new version.</small>
      </label>
      <label class="field">
        <span>Text</span>
        <textarea class="input" name="content" rows={10} required />
      </label>
      <div class="field-row">
        <label class="field">
          <span>Format</span>
          <select class="input" name="format">
            <option value="markdown">Markdown</option>
            <option value="text">Plain text</option>
            <option value="html">HTML</option>
          </select>
        </label>
        <KindSelect />
        <label class="field">
          <span>
            Address <em>optional</em>
          </span>
          <input class="input" type="url" name="url" placeholder="https://" autocomplete="off" />
        </label>
      </div>
      {release ? null : <TryFirst chosen={drafts.isWanted} />}
      <FormError text={error.value} />
      <DialogFoot verb="Add" busy={busy.value} onClose={onClose} />
    </form>
  );
}

/** The typed document, or an error message. */
function documentFrom(fields: FormData): AddDocumentRequest | string {
  const title = String(fields.get("title")).trim();
  const content = String(fields.get("content"));
  const url = String(fields.get("url")).trim();
  const format = String(fields.get("format"));
  const kind = kindFrom(fields.get("kind"));
  if (title === "") return "Enter a title.";
  if (content.trim() === "") return "Enter some text.";
  if (url && !safeLink(url)) return "The address must start with https:// or http://.";
  return {
    source: `pasted/${title}`,
    title,
    content,
    format: format === "html" || format === "text" ? format : "markdown",
    ...(kind === "other" ? {} : { kind }),
    ...(url ? { url } : {}),
  };
}
