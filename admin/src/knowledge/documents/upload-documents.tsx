import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";
import { useWorkspace } from "../../app-context.ts";
import { DropZone } from "../../ui/drop-zone.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/states.tsx";
import { TryFirst, useDrafts } from "../releases/use-drafts.tsx";
import { acceptedFiles, refusalOfFile } from "./accepted-files.ts";
import { KindSelect, stepWord } from "./document-chips.tsx";

interface Upload {
  name: string;
  /** `drafted`: uploaded as a draft of a release. */
  state: "waiting" | "sending" | "sent" | "drafted" | "refused";
  /** Id of the created document. */
  id: string;
  reason: string;
}

/** Uploads files one after the other and shows the progress of each document until it is searchable. */
export function UploadDocuments({ release, onClose }: { release?: string | undefined; onClose: () => void }) {
  const { library } = useWorkspace();
  const drafts = useDrafts(release);
  const uploads = useSignal<readonly Upload[]>([]);
  const chosen = useSignal<DocumentKind>("other");
  const queue = useRef<Promise<void>>(Promise.resolve());

  const setUpload = (index: number, change: Partial<Upload>) => {
    uploads.value = uploads.value.map((upload, at) => (at === index ? { ...upload, ...change } : upload));
  };
  const send = async (file: File, index: number) => {
    const refusal = refusalOfFile(file);
    if (refusal) return setUpload(index, { state: "refused", reason: refusal });
    setUpload(index, { state: "sending" });
    const kind = chosen.peek() === "other" ? undefined : chosen.peek();
    const sent = await (drafts.isWanted.value ? drafts.upload(file, kind) : library.upload(file, kind));
    if ("reason" in sent) return setUpload(index, { state: "refused", reason: sent.reason });
    setUpload(index, drafts.isWanted.value ? { state: "drafted" } : { state: "sent", id: sent.id });
  };
  const add = (files: readonly File[]) => {
    const first = uploads.value.length;
    uploads.value = [
      ...uploads.value,
      ...files.map((file) => ({ name: file.name, state: "waiting" as const, id: "", reason: "" })),
    ];
    for (const [index, file] of files.entries()) queue.current = queue.current.then(() => send(file, first + index));
  };
  return (
    <div class="stack">
      {release || uploads.value.length > 0 ? null : <TryFirst chosen={drafts.isWanted} />}
      <KindSelect onChange={(kind) => (chosen.value = kind)} />
      <DropZone
        verb="Choose files"
        hint="PDF, Word, Excel, PowerPoint, HTML, Markdown, text and CSV, up to 50 MB each"
        accept={acceptedFiles}
        multiple
        onFiles={add}
      />
      <ul class="uploads" aria-live="polite">
        {uploads.value.map((upload, index) => (
          <UploadRow key={index} upload={upload} />
        ))}
      </ul>
      <div class="dialog-foot">
        <button
          type="button"
          class="btn"
          onClick={() => {
            if (uploads.value.some(({ state }) => state === "drafted")) drafts.tell();
            onClose();
          }}
        >
          {uploads.value.length > 0 ? "Done" : "Cancel"}
        </button>
      </div>
    </div>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { library } = useWorkspace();
  const document = upload.id ? library.documents.value.find(({ id }) => id === upload.id) : undefined;
  const failed = upload.state === "refused" || document?.status === "failed";
  const found = upload.state === "drafted" || document?.status === "searchable" || document?.status === "ready";
  const words = failed
    ? upload.reason || (document?.error ?? "")
    : document
      ? stepWord(document)
      : wordsOf(upload.state);
  return (
    <li class={`upload ${failed ? "upload-refused" : found ? "upload-added" : ""}`}>
      {failed ? <Icon name="warning" /> : found ? <Icon name="check" /> : <Spinner />}
      <span class="upload-name">{upload.name}</span>
      {document && !failed && document.progress < 1 ? (
        <progress class="progress" max={1} value={document.progress} aria-label={`Progress of ${upload.name}`} />
      ) : null}
      <span class="muted">{words}</span>
    </li>
  );
}

function wordsOf(state: Upload["state"]): string {
  if (state === "drafted") return "In a release";
  return state === "waiting" ? "Waiting" : state === "sending" ? "Sending" : "Added";
}
