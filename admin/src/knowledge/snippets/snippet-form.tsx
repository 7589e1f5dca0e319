import { useSignal } from "@preact/signals";
import type { SnippetView } from "../../../../protocol/admin-snippets.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { DialogHead, FormError } from "../../ui/dialog-head.tsx";
import type { SnippetText } from "./snippets-store.ts";

/** Form for a new or existing snippet. Typed text is kept until it is saved or discarded. */
export function SnippetForm({ snippet, onClose }: { snippet: SnippetView | null; onClose: () => void }) {
  const { snippets, toasts, may } = useWorkspace();
  const key = snippet?.id ?? "new";
  const text = useSignal(snippets.draft(key) ?? textOf(snippet));
  const error = useSignal("");
  const busy = snippets.busy.value.has(key);
  const write = (change: Partial<typeof text.value>) => {
    text.value = { ...text.value, ...change };
    snippets.keepDraft(key, text.value);
  };
  const discard = () => {
    snippets.keepDraft(key, null);
    onClose();
  };
  const save = async (event: Event) => {
    event.preventDefault();
    if (text.value.question.trim() === "" || text.value.answer.trim() === "") {
      error.value = "Enter a question and an answer.";
      return;
    }
    error.value = (await (snippet ? snippets.change(snippet.id, text.value) : snippets.add(text.value))) ?? "";
    if (error.value) return;
    toasts.show(`${snippet ? "Changed" : may("manager") ? "Added" : "Proposed"} the snippet`);
    discard();
  };
  return (
    <>
      <DialogHead onClose={onClose}>{snippet ? "Edit snippet" : "New snippet"}</DialogHead>
      <form class="dialog-body stack" onSubmit={save}>
        <label class="field">
          <span>Question</span>
          <textarea
            class="input"
            rows={2}
            maxLength={2_000}
            dir="auto"
            autofocus
            value={text.value.question}
            onInput={(event) => write({ question: event.currentTarget.value })}
          />
          <small>In the visitor's words.</small>
        </label>
        <label class="field">
          <span>Answer</span>
          <textarea
            class="input"
            rows={8}
            maxLength={20_000}
            dir="auto"
            value={text.value.answer}
            onInput={(event) => write({ answer: event.currentTarget.value })}
          />
          <small>{hintFor(snippet, may("manager"))}</small>
        </label>
        <ReviewBy day={text.value.review_by} onChange={(day) => write({ review_by: day })} />
        <FormError text={error.value} />
        <DialogFoot verb={verbOf(snippet, may("manager"))} no="Discard" busy={busy} onClose={discard} />
      </form>
    </>
  );
}

function ReviewBy({ day, onChange }: { day: string | null; onChange: (day: string | null) => void }) {
  return (
    <label class="field">
      <span>Review by</span>
      <input
        class="input date-input"
        type="date"
        value={day ?? ""}
        onInput={(event) => onChange(event.currentTarget.value || null)}
      />
      <small>Listed under “Due” a week before. Leave empty for no reminder.</small>
    </label>
  );
}

function textOf(snippet: SnippetView | null): SnippetText {
  return {
    question: snippet?.question ?? "",
    answer: snippet?.answer ?? "",
    review_by: snippet?.review_by ?? null,
  };
}

function verbOf(snippet: SnippetView | null, isReviewer: boolean): string {
  return snippet ? "Save" : isReviewer ? "Add" : "Propose";
}

function hintFor(snippet: SnippetView | null, isReviewer: boolean): string {
  if (snippet?.state === "live") return "This snippet is live. Changes apply when you save.";
  if (snippet) return "";
  return isReviewer ? "The assistant uses it immediately." : "A manager reviews it before the assistant uses it.";
}
