import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { SnippetView } from "../../../../protocol/admin-snippets.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { queryString } from "../../ui/api-call.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FindForm } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Notice, Skeleton } from "../../ui/states.tsx";
import { LibraryTabs } from "../library-tabs.tsx";
import { SnippetForm } from "./snippet-form.tsx";
import { SnippetRow, stateWords } from "./snippet-row.tsx";
import type { SnippetList } from "./snippets-store.ts";

const lists = ["proposed", "live", "due", "rejected", "withdrawn"] as const satisfies readonly SnippetList[];
const listWords: Record<SnippetList, string> = { ...stateWords, due: "Due" };

const emptyTexts: Record<SnippetList, string> = {
  due: "Nothing is due for review. Set a review date on a snippet to see it here.",
  proposed: "Nothing to review. Agents propose snippets with “Propose as snippet” when they resolve a ticket.",
  live: "No live snippets. Save good answers so the assistant can use them.",
  rejected: "No rejected snippets.",
  withdrawn: "No withdrawn snippets.",
};

/** Snippets: proposed, under review, live. */
export function SnippetsPage() {
  const { snippets, may } = useWorkspace();
  const { query, route } = useLocation();
  const editing = useSignal<SnippetView | "new" | null>(null);
  const deleting = useSignal<SnippetView | null>(null);
  const state = lists.find((known) => known === query["state"]) ?? "proposed";
  const words = query["q"] ?? "";
  useEffect(() => {
    void snippets.show(state, words);
  }, [state, words]);
  const close = () => (editing.value = null);
  const current = editing.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Snippets</h1>
          <p class="muted">Answers written by your team. They take priority over documents.</p>
        </div>
        {may("agent") ? (
          <button type="button" class="btn primary" onClick={() => (editing.value = "new")}>
            <Icon name="plus" /> New snippet
          </button>
        ) : null}
      </header>
      <LibraryTabs />
      <Filters state={state} words={words} onChange={(next) => route(addressOf(next))} />
      <Body
        state={state}
        words={words}
        onEdit={(snippet) => (editing.value = snippet)}
        onDelete={(snippet) => (deleting.value = snippet)}
      />
      <Dialog open={current !== null} label={current === "new" ? "New snippet" : "Edit snippet"} onClose={close}>
        {current ? <SnippetForm snippet={current === "new" ? null : current} onClose={close} /> : null}
      </Dialog>
      <Dialog
        open={deleting.value !== null}
        label="Delete snippet"
        class="dialog-small"
        onClose={() => (deleting.value = null)}
      >
        {deleting.value ? <DeleteSnippet snippet={deleting.value} onClose={() => (deleting.value = null)} /> : null}
      </Dialog>
    </div>
  );
}

function addressOf({ state, words }: { state: SnippetList; words: string }): string {
  return `/console/library/snippets${queryString({ state: state === "proposed" ? undefined : state, q: words })}`;
}

interface FilterProps {
  state: SnippetList;
  words: string;
  onChange: (next: { state: SnippetList; words: string }) => void;
}

function Filters({ state, words, onChange }: FilterProps) {
  const { snippets } = useWorkspace();
  const counts = snippets.counts.value;
  return (
    <div class="filters">
      <fieldset class="segmented">
        <legend class="visually-hidden">State</legend>
        {lists.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="snippet-state"
              checked={choice === state}
              onChange={() => onChange({ state: choice, words })}
            />
            <span>
              {listWords[choice]} {counts[choice] > 0 ? <span class="count">{counts[choice]}</span> : null}
            </span>
          </label>
        ))}
      </fieldset>
      <FindForm label="Find snippets" words={words} onFind={(found) => onChange({ state, words: found })} />
    </div>
  );
}

interface BodyProps {
  state: SnippetList;
  words: string;
  onEdit: (snippet: SnippetView) => void;
  onDelete: (snippet: SnippetView) => void;
}

function Body({ state, words, onEdit, onDelete }: BodyProps) {
  const { snippets } = useWorkspace();
  if (snippets.phase.value === "loading") return <Skeleton rows={5} kind="card" label="Loading snippets" />;
  if (snippets.phase.value === "failed") {
    const retry = () => void snippets.show(state, words);
    return <ErrorState title="The snippets could not be loaded" text={snippets.error.value} onRetry={retry} />;
  }
  const items = snippets.items.value;
  if (items.length === 0)
    return words ? <Notice title="Nothing found" /> : <Notice title="No snippets here" text={emptyTexts[state]} />;
  return (
    <>
      <ul class="snippets">
        {items.map((snippet) => (
          <SnippetRow
            key={snippet.id}
            snippet={snippet}
            onEdit={() => onEdit(snippet)}
            onDelete={() => onDelete(snippet)}
          />
        ))}
      </ul>
      {snippets.hasMore.value ? (
        <button type="button" class="btn" onClick={() => void snippets.more()}>
          Show more
        </button>
      ) : null}
    </>
  );
}

function DeleteSnippet({ snippet, onClose }: { snippet: SnippetView; onClose: () => void }) {
  const { snippets, toasts } = useWorkspace();
  const error = useSignal("");
  const busy = snippets.busy.value.has(snippet.id);
  const remove = async () => {
    error.value = (await snippets.remove(snippet.id)) ?? "";
    if (error.value) return;
    toasts.show("Deleted the snippet");
    onClose();
  };
  return (
    <ConfirmDialog
      title="Delete this snippet?"
      verb="Delete"
      busy={busy}
      error={error.value}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        <strong dir="auto">{plainLine(snippet.question)}</strong> and its answer will be deleted, and cached answers
        based on it removed. The original ticket keeps its reply. This can't be undone.
      </p>
    </ConfirmDialog>
  );
}
