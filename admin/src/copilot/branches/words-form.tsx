import { useSignal } from "@preact/signals";
import { maxAnchorChars } from "../../../../protocol/copilot-limits.ts";
import { DialogFoot } from "../../ui/ask-first.tsx";

interface WordsProps {
  words: string;
  busy: boolean;
  onBranch: (words: string) => void;
  onClose: () => void;
}

/** The words that a branch is begun with. */
export function WordsForm({ words, busy, onBranch, onClose }: WordsProps) {
  const text = useSignal(words);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.value.trim() !== "") onBranch(text.value.trim());
      }}
    >
      <div class="dialog-head">
        <h2>Branch from a selection</h2>
      </div>
      <div class="dialog-body">
        <label class="field">
          <span>The branch includes only this text</span>
          <textarea
            class="input"
            dir="auto"
            rows={5}
            required
            autofocus
            maxLength={maxAnchorChars}
            placeholder="Select text in the message first, or write or paste it here"
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
        </label>
      </div>
      <DialogFoot verb="Branch" busy={busy} onClose={onClose} />
    </form>
  );
}
