import { useSignal } from "@preact/signals";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../components/icon.tsx";
import { Spinner } from "../components/states.tsx";
import { acceptedFiles, readFile } from "../lib/read-file.ts";

interface Upload {
  name: string;
  state: "waiting" | "added" | "refused";
  reason: string;
}

/** Files are read in the browser and added one after the other; each says how it went. */
export function UploadDocuments({ onClose }: { onClose: () => void }) {
  const { library } = useWorkspace();
  const uploads = useSignal<readonly Upload[]>([]);
  const busy = useSignal(false);

  const setUpload = (index: number, change: Partial<Upload>) => {
    uploads.value = uploads.value.map((upload, at) => (at === index ? { ...upload, ...change } : upload));
  };
  const add = async (files: readonly File[]) => {
    if (busy.value || files.length === 0) return;
    busy.value = true;
    const first = uploads.value.length;
    uploads.value = [
      ...uploads.value,
      ...files.map((file) => ({ name: file.name, state: "waiting" as const, reason: "" })),
    ];
    for (const [index, file] of files.entries()) {
      const read = await readFile(file);
      const problem = read.type === "ok" ? await library.add(read.document) : read.reason;
      setUpload(first + index, problem ? { state: "refused", reason: problem } : { state: "added" });
    }
    busy.value = false;
  };
  return (
    <div class="stack">
      <DropZone onFiles={(files) => void add(files)} />
      <ul class="uploads" aria-live="polite">
        {uploads.value.map((upload, index) => (
          <li key={index} class={`upload upload-${upload.state}`}>
            {upload.state === "waiting" ? <Spinner /> : <Icon name={upload.state === "added" ? "check" : "warning"} />}
            <span class="upload-name">{upload.name}</span>
            <span class="muted">{upload.state === "added" ? "Added" : upload.reason}</span>
          </li>
        ))}
      </ul>
      <div class="dialog-foot">
        <button type="button" class="btn" onClick={onClose}>
          {uploads.value.length > 0 ? "Done" : "Cancel"}
        </button>
      </div>
    </div>
  );
}

function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const over = useSignal(false);
  return (
    <label
      class={`drop ${over.value ? "drop-over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => (over.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        onFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <Icon name="upload" />
      <span>
        <strong>Choose files</strong> or drop them here
      </span>
      <small>Markdown, HTML and text</small>
      <input
        class="visually-hidden"
        type="file"
        multiple
        accept={acceptedFiles}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          onFiles(files);
        }}
      />
    </label>
  );
}
