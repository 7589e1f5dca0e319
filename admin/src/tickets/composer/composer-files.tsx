import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { fileSize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/states.tsx";
import type { ChosenFile, FilesStore } from "./files-store.ts";

/** Chooses files for the answer. */
export function AttachButton({ files }: { files: FilesStore }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="icon-btn"
        aria-label="Attach files"
        title="Attach files"
        onClick={() => input.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          files.add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

/** What was chosen, how far it is, and why something was refused. */
export function ComposerFiles({ files }: { files: FilesStore }) {
  if (files.chosen.value.length === 0) return null;
  return (
    <ul class="composer-files" aria-label="Files of the reply">
      {files.chosen.value.map((one) => (
        <FileRow key={one.id} one={one} files={files} />
      ))}
    </ul>
  );
}

function FileRow({ one, files }: { one: ChosenFile; files: FilesStore }) {
  const { id, file, state, reason } = one;
  const isRefused = state === "refused";
  return (
    <li class="composer-file">
      {state === "ready" ? <Icon name="file" /> : isRefused ? <Icon name="warning" /> : <Spinner />}
      <span class="file-name" dir="auto">
        {file.name}
      </span>
      {isRefused ? (
        <span class="reason" role="alert">
          {reason}
        </span>
      ) : (
        <span class="muted">{state === "ready" ? fileSize(file.size) : "Sending…"}</span>
      )}
      {isRefused ? (
        <button type="button" class="btn small" onClick={() => files.retry(id)}>
          Retry
        </button>
      ) : null}
      <button type="button" class="icon-btn" aria-label={`Remove ${file.name}`} onClick={() => files.remove(id)}>
        <Icon name="close" />
      </button>
    </li>
  );
}

/** Takes files that are dropped on an element or pasted into it. Text that brings its picture along stays text. */
export function fileDrops(files: FilesStore, over: Signal<boolean>) {
  const take = (event: Event, data: DataTransfer | null) => {
    if (!data?.types.includes("Files") || data.types.includes("text/plain")) return false;
    event.preventDefault();
    return true;
  };
  return {
    onDragOver: (event: DragEvent) => {
      over.value = take(event, event.dataTransfer);
    },
    onDragLeave: () => {
      over.value = false;
    },
    onDrop: (event: DragEvent) => {
      over.value = false;
      if (take(event, event.dataTransfer)) files.add([...(event.dataTransfer?.files ?? [])]);
    },
    onPaste: (event: ClipboardEvent) => {
      if (take(event, event.clipboardData)) files.add([...(event.clipboardData?.files ?? [])]);
    },
  };
}
