import { useSignal } from "@preact/signals";
import { maxAttachedChars } from "../../../protocol/copilot-limits.ts";
import { DialogFoot } from "../components/ask-first.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { count } from "../lib/format.ts";
import type { Attached } from "./drafts.ts";

/** What a text can be read from. */
const fileNames = /\.(?:txt|md|markdown)$/i;

/** The text of a file, or why there is none. */
export async function readTextFile(file: File): Promise<Attached | { problem: string }> {
  if (!fileNames.test(file.name)) return { problem: "Only text (.txt) and Markdown (.md) can be attached." };
  const text = (await file.text()).trim();
  return checked({ name: file.name, text });
}

function checked(attached: Attached): Attached | { problem: string } {
  if (attached.text === "") return { problem: "There is no text in it." };
  if (attached.text.length > maxAttachedChars)
    return {
      problem: `At most ${count(maxAttachedChars)} characters can be attached; this has ${count(attached.text.length)}.`,
    };
  return attached;
}

interface AttachTextProps {
  open: boolean;
  onAttach: (attached: Attached) => void;
  onClose: () => void;
}

/** Where a text to be audited is pasted, or read from a file. */
export function AttachText({ open, onAttach, onClose }: AttachTextProps) {
  return (
    <Dialog open={open} label="Attach a text" onClose={onClose}>
      <AttachForm onAttach={onAttach} onClose={onClose} />
    </Dialog>
  );
}

function AttachForm({ onAttach, onClose }: Omit<AttachTextProps, "open">) {
  const text = useSignal("");
  const problem = useSignal("");
  const take = (came: Attached | { problem: string }) => {
    if ("problem" in came) problem.value = came.problem;
    else {
      onAttach(came);
      onClose();
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    take(checked({ name: "Pasted text", text: text.value.trim() }));
  };
  return (
    <form onSubmit={submit}>
      <div class="dialog-head">
        <h2>Attach a text</h2>
      </div>
      <div class="dialog-body">
        <label class="field">
          <span>Text to be checked</span>
          <textarea
            class="input"
            rows={10}
            dir="auto"
            autofocus
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </label>
        <label class="field">
          <span>Or a file (.txt, .md)</span>
          <input
            type="file"
            accept=".txt,.md,.markdown,text/plain,text/markdown"
            onChange={async (event) => {
              const file = event.currentTarget.files?.[0];
              if (file) take(await readTextFile(file));
            }}
          />
        </label>
        <p class="form-error" role="alert">
          {problem.value}
        </p>
      </div>
      <DialogFoot verb="Attach" onClose={onClose} />
    </form>
  );
}

/** That a text goes along, and how to take it out again. */
export function AttachedChip({ attached, onRemove }: { attached: Attached; onRemove?: () => void }) {
  return (
    <span class="copilot-attached">
      <Icon name="attach" />
      <span class="copilot-attached-name" dir="auto">
        {attached.name}
      </span>
      <span class="muted">{count(attached.text.length)} characters</span>
      {onRemove ? (
        <button type="button" class="icon-btn small" aria-label={`Take ${attached.name} out`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      ) : null}
    </span>
  );
}
