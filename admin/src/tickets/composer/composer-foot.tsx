import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useWorkspace } from "../../app-context.ts";
import { AuditReply } from "../../copilot/reply-check/reply-checks.tsx";
import { fileSize } from "../../ui/format.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/states.tsx";
import type { AnswerTranslator } from "../assist/translation.tsx";
import type { Composer } from "./composer-store.ts";
import type { ChosenFile, FilesStore } from "./files-store.ts";
import { SendButton } from "./send-button.tsx";

interface ComposerFootProps {
  box: Composer;
  translator: AnswerTranslator;
  onCite: () => void;
  onCheck: () => void;
}

/** Actions of the composer: files, sources, check and sending. */
export function ComposerFoot({ box, translator, onCite, onCheck }: ComposerFootProps) {
  const { may } = useWorkspace();
  const wordless = box.text.value.trim() === "";
  return (
    <div class="composer-foot">
      <AttachButton files={box.files} />
      <IconButton icon="cite" label="Add a source" title="Add a source from the library" onClick={onCite} />
      <IconButton
        icon="proof"
        label="Check against sources"
        title="Check against sources (c)"
        isIdle={wordless}
        onClick={onCheck}
      />
      {may("agent") ? <AuditReply ticketId={box.ticketId} text={() => box.text.peek()} isIdle={wordless} /> : null}
      {translator.label ? (
        <IconButton
          icon="language"
          label={translator.label}
          title={translator.label}
          isIdle={wordless || translator.busy.value}
          onClick={translator.run}
        />
      ) : null}
      {box.verb.value === "resolve" ? (
        <label class="check">
          <input
            type="checkbox"
            checked={box.saveAsSnippet.value}
            onChange={(event) => box.keepAsSnippet(event.currentTarget.checked)}
          />
          <span>{may("manager") ? "Save" : "Propose"} as snippet</span>
        </label>
      ) : null}
      <span id="composer-hint" class="visually-hidden">
        Control Enter sends. Control Shift Enter checks the sources. Type a slash for canned replies.
      </span>
      <SendButton box={box} />
    </div>
  );
}

interface IconButtonProps {
  icon: IconName;
  label: string;
  title: string;
  /** There is nothing to send yet. */
  isIdle?: boolean;
  onClick: () => void;
}

function IconButton({ icon, label, title, isIdle = false, onClick }: IconButtonProps) {
  return (
    <button type="button" class="icon-btn" aria-label={label} title={title} aria-disabled={isIdle} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** Adds files to the reply. */
function AttachButton({ files }: { files: FilesStore }) {
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

/** Chosen files with their upload progress and errors. */
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

/** Accepts files that are dropped on or pasted into an element. Pasted text with an embedded image remains text. */
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
