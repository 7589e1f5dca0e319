import { useSignal } from "@preact/signals";
import { Icon } from "./icon.tsx";

interface DropZoneProps {
  /** Label of the button: `Choose files`. */
  verb: string;
  /** Accepted files, as text. */
  hint: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** Area to choose files by mouse or keyboard, or to drop them. */
export function DropZone({ verb, hint, accept, multiple = false, onFiles }: DropZoneProps) {
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
        <strong>{verb}</strong> or drop {multiple ? "them" : "it"} here
      </span>
      <small>{hint}</small>
      <input
        class="visually-hidden"
        type="file"
        multiple={multiple}
        accept={accept}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          onFiles(files);
        }}
      />
    </label>
  );
}
