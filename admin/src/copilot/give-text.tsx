import { useSignal } from "@preact/signals";
import type { CopilotDocument } from "../../../protocol/copilot.ts";
import { maxAttachedChars } from "../../../protocol/copilot-limits.ts";
import type { CopilotAnswer } from "../../../protocol/copilot-talk.ts";
import { DocumentChecklist } from "./document-checklist.tsx";

interface GiveTextProps {
  documents: readonly CopilotDocument[];
  busy: boolean;
  onAnswer: (answer: CopilotAnswer) => void;
}

/** The text that is to be checked, or the document that it is. */
export function GiveText({ documents, busy, onAnswer }: GiveTextProps) {
  const text = useSignal("");
  const choosing = useSignal(false);
  const isThere = text.value.trim() !== "";
  return (
    <>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isThere && !busy) onAnswer({ type: "text", text: text.value });
        }}
      >
        <TextField text={text.value} onType={(next) => (text.value = next)} />
        <div class="copilot-verbs">
          <button type="submit" class="btn primary" aria-disabled={!isThere || busy}>
            Check this text
          </button>
          <button
            type="button"
            class="btn"
            aria-expanded={choosing.value}
            onClick={() => (choosing.value = !choosing.value)}
          >
            Mention a document instead
          </button>
        </div>
      </form>
      {choosing.value ? (
        <DocumentChecklist
          documents={documents}
          least={1}
          most={1}
          busy={busy}
          onChoose={(chosen) => onAnswer({ type: "documents", documents: chosen })}
        />
      ) : null}
    </>
  );
}

function TextField({ text, onType }: { text: string; onType: (text: string) => void }) {
  return (
    <label class="field">
      <span>The text</span>
      <textarea
        class="input"
        rows={5}
        dir="auto"
        maxLength={maxAttachedChars}
        value={text}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    </label>
  );
}
