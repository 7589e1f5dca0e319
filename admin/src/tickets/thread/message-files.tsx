import { useSignal } from "@preact/signals";
import type { Attachment } from "../../../../protocol/attachments.ts";
import { attachmentPath } from "../../ui/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { fileSize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";

/** Longest sides of a preview on the page, in pixels. */
const widest = 320;
const highest = 220;

interface MessageFilesProps {
  files: readonly Attachment[];
  ticketId: string;
}

/** The files of a message: pictures to be looked at, others to be saved. */
export function MessageFiles({ files, ticketId }: MessageFilesProps) {
  const shown = useSignal<Attachment | null>(null);
  const picture = shown.value;
  return (
    <>
      <ul class="files" aria-label="Files">
        {files.map((file) => (
          <li key={file.id}>
            {file.width && file.height ? (
              <Picture file={file} ticketId={ticketId} onOpen={() => (shown.value = file)} />
            ) : (
              <a class="file-link" href={attachmentPath(ticketId, file.id, "full")} download={file.name}>
                <Icon name="file" />
                <span class="file-name" dir="auto">
                  {file.name}
                </span>
                <span class="muted">{fileSize(file.size)}</span>
                <Icon name="download" />
              </a>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        open={picture !== null}
        label={picture?.name ?? ""}
        class="picture-dialog"
        onClose={() => (shown.value = null)}
      >
        {picture ? <LargePicture file={picture} ticketId={ticketId} onClose={() => (shown.value = null)} /> : null}
      </Dialog>
    </>
  );
}

function Picture({ file, ticketId, onOpen }: { file: Attachment; ticketId: string; onOpen: () => void }) {
  const { width = 1, height = 1, name, id } = file;
  const scale = Math.min(1, widest / width, highest / height);
  return (
    <button type="button" class="file-picture" aria-label={`Open picture ${name}`} title={name} onClick={onOpen}>
      <img
        src={attachmentPath(ticketId, id, "preview")}
        alt=""
        width={Math.round(width * scale)}
        height={Math.round(height * scale)}
        loading="lazy"
      />
    </button>
  );
}

function LargePicture({ file, ticketId, onClose }: { file: Attachment; ticketId: string; onClose: () => void }) {
  const path = attachmentPath(ticketId, file.id, "full");
  return (
    <>
      <div class="dialog-head">
        <h2 dir="auto">{file.name}</h2>
        <a class="icon-btn" href={path} download={file.name} aria-label={`Download ${file.name}`}>
          <Icon name="download" />
        </a>
        <button type="button" class="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <img src={path} alt={file.name} width={file.width} height={file.height} />
    </>
  );
}
