import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { maxAttachedChars } from "../../../../protocol/copilot-limits.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DropZone } from "../../ui/drop-zone.tsx";
import { count, fileSize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import type { Attached } from "./drafts.ts";

/** Accepted file types. */
const fileNames = /\.(?:txt|md|markdown)$/i;
/** Size in bytes of the longest text in any script; larger files are not read. */
const maxFileBytes = maxAttachedChars * 4;
const tooLong = `At most ${count(maxAttachedChars)} characters can be attached`;

/** The text of a file, or an error message. */
export async function readTextFile(file: File): Promise<Attached | { problem: string }> {
  if (!fileNames.test(file.name)) return { problem: "Only text (.txt) and Markdown (.md) can be attached." };
  if (file.size > maxFileBytes) return { problem: `${tooLong}; ${file.name} has ${fileSize(file.size)}.` };
  const text = (await file.text().catch(() => "\0")).trim();
  if (text.includes("\0")) return { problem: `${file.name} cannot be read as text.` };
  return checked({ name: file.name, text });
}

function checked(attached: Attached): Attached | { problem: string } {
  if (attached.text === "") return { problem: "The file contains no text." };
  if (attached.text.length > maxAttachedChars)
    return { problem: `${tooLong}; this has ${count(attached.text.length)}.` };
  return attached;
}

interface AttachTextProps {
  open: boolean;
  onAttach: (attached: Attached) => void;
  onClose: () => void;
}

/** Dialog to paste a text for an audit or to read it from a file. */
export function AttachText({ open, onAttach, onClose }: AttachTextProps) {
  return (
    <Dialog open={open} label="Attach a text" onClose={onClose}>
      <AttachForm onAttach={onAttach} onClose={onClose} />
    </Dialog>
  );
}

function AttachForm({ onAttach, onClose }: Omit<AttachTextProps, "open">) {
  const text = useSignal("");
  const chosen = useSignal<ChosenText | null>(null);
  const problem = useSignal("");
  const form = useRef<HTMLFormElement>(null);
  // The focused button disappears: move the focus to the next control.
  const focus = (selector: string) => setTimeout(() => form.current?.querySelector<HTMLElement>(selector)?.focus());
  const choose = async ([file]: File[]) => {
    const came = file && (await readTextFile(file));
    if (!came) return;
    problem.value = "problem" in came ? came.problem : "";
    if ("problem" in came) return;
    chosen.value = { ...came, bytes: file.size };
    focus("[type=submit]");
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const came = chosen.value ?? checked({ name: "Pasted text", text: text.value.trim() });
    if ("problem" in came) {
      problem.value = came.problem;
      return;
    }
    onAttach({ name: came.name, text: came.text });
    onClose();
  };
  return (
    <form ref={form} onSubmit={submit}>
      <div class="dialog-head">
        <h2>Attach a text</h2>
      </div>
      <div class="dialog-body">
        {chosen.value ? (
          <ChosenFile
            chosen={chosen.value}
            onRemove={() => {
              chosen.value = null;
              focus("textarea");
            }}
          />
        ) : (
          <>
            <PasteField
              text={text.value}
              onInput={(next) => {
                text.value = next;
                problem.value = "";
              }}
            />
            <DropZone
              verb="Choose a file"
              hint={`Text (.txt) or Markdown (.md), up to ${count(maxAttachedChars)} characters`}
              accept=".txt,.md,.markdown,text/plain,text/markdown"
              onFiles={(files) => void choose(files)}
            />
          </>
        )}
        <p class="form-error" role="alert">
          {problem.value}
        </p>
      </div>
      <DialogFoot verb="Attach" onClose={onClose} />
    </form>
  );
}

function PasteField({ text, onInput }: { text: string; onInput: (text: string) => void }) {
  return (
    <label class="field">
      <span>Text to check</span>
      <textarea
        class="input"
        rows={8}
        dir="auto"
        autofocus
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

interface ChosenText extends Attached {
  bytes: number;
}

function ChosenFile({ chosen, onRemove }: { chosen: ChosenText; onRemove: () => void }) {
  const { name, bytes, text } = chosen;
  return (
    <p class="copilot-chosen">
      <Icon name="file" />
      <span>
        <strong dir="auto">{name}</strong>
        <small class="muted">
          {fileSize(bytes)}, {count(text.length)} characters
        </small>
      </span>
      <button type="button" class="icon-btn" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </p>
  );
}

/** Shows the attached text, with a button to remove it. */
export function AttachedChip({ attached, onRemove }: { attached: Attached; onRemove?: () => void }) {
  return (
    <span class="copilot-attached">
      <Icon name="attach" />
      <span class="copilot-attached-name" dir="auto">
        {attached.name}
      </span>
      <span class="muted">{count(attached.text.length)} characters</span>
      {onRemove ? (
        <button type="button" class="icon-btn small" aria-label={`Remove ${attached.name}`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      ) : null}
    </span>
  );
}
