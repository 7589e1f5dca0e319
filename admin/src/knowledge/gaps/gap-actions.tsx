import { useSignal } from "@preact/signals";
import type { GapView } from "../../../../protocol/admin-gaps.ts";
import type { SnippetView } from "../../../../protocol/admin-snippets.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Spinner } from "../../ui/states.tsx";
import { KeepQuestion } from "../releases/regression-form.tsx";
import { SnippetForm } from "../snippets/snippet-form.tsx";
import { gapsStoreOf } from "./gaps-store.ts";

/** A manager's actions on a gap. `full`: on the gap's own page, which includes the review of its snippet. */
export function GapActions({ gap, full = false }: { gap: GapView; full?: boolean }) {
  const { api, may } = useWorkspace();
  const gaps = gapsStoreOf(api);
  const busy = gaps.busy.value.has(gap.id);
  if (!may("manager")) return null;
  return (
    <div class="gap-actions">
      {busy ? <Spinner /> : null}
      {gap.status === "open" ? <DraftButton gap={gap} busy={busy} full={full} /> : null}
      {full && gap.snippet?.state === "proposed" ? <ApproveButton gap={gap} id={gap.snippet.id} /> : null}
      {full && gap.snippet?.state === "live" ? (
        <KeepQuestion given={{ question: gap.question, origin: "gap", gap_id: gap.id }} />
      ) : null}
      {gap.status === "open" ? <IgnoreButton gap={gap} busy={busy} /> : <ReopenButton gap={gap} busy={busy} />}
    </div>
  );
}

interface ButtonProps {
  gap: GapView;
  busy: boolean;
}

/** Opens the snippet form with the agents' answer, or with only the question when there is none. */
function DraftButton({ gap, busy, full }: ButtonProps & { full: boolean }) {
  const { api, snippets, toasts } = useWorkspace();
  const gaps = gapsStoreOf(api);
  const editing = useSignal<SnippetView | "new" | null>(null);
  const draft = async () => {
    if (busy) return;
    const drafted = await gaps.draft(gap.id);
    if ("problem" in drafted) toasts.fail(drafted.problem);
    else if ("snippet" in drafted) editing.value = drafted.snippet;
    else {
      snippets.keepDraft("new", { question: gap.question, answer: "", review_by: null });
      editing.value = "new";
    }
    void snippets.count();
  };
  const close = () => (editing.value = null);
  const has = gap.snippet?.state === "proposed" || gap.snippet?.state === "live";
  const label = has ? "Edit snippet" : "Draft a snippet";
  const current = editing.value;
  return (
    <>
      <button
        type="button"
        class={`btn ${full ? (has ? "" : "primary") : "small"}`}
        aria-disabled={busy}
        aria-label={`${label}: ${gap.question}`}
        onClick={() => void draft()}
      >
        {label}
      </button>
      <Dialog open={current !== null} label={current === "new" ? "New snippet" : "Edit snippet"} onClose={close}>
        {current ? <SnippetForm snippet={current === "new" ? null : current} onClose={close} /> : null}
      </Dialog>
    </>
  );
}

function ApproveButton({ gap, id }: { gap: GapView; id: string }) {
  const { api, snippets, toasts } = useWorkspace();
  const approve = async () => {
    const problem = await snippets.decide(id, "approve");
    if (problem) toasts.fail(problem);
    else toasts.show("Approved the snippet. The gap closes once its question is answered");
    void gapsStoreOf(api).open(gap.id);
  };
  return (
    <button
      type="button"
      class="btn primary"
      aria-disabled={snippets.busy.value.has(id)}
      onClick={() => void approve()}
    >
      Approve snippet
    </button>
  );
}

function IgnoreButton({ gap, busy }: ButtonProps) {
  const { api, toasts } = useWorkspace();
  const gaps = gapsStoreOf(api);
  const undo = async () => {
    const problem = await gaps.reopen(gap.id);
    if (problem) toasts.fail(problem);
  };
  const ignore = async () => {
    if (busy) return;
    const problem = await gaps.ignore(gap.id);
    if (problem) toasts.fail(problem);
    else toasts.show("Ignored the gap", { label: "Undo", run: () => void undo() });
  };
  return (
    <button
      type="button"
      class="btn small ghost"
      aria-disabled={busy}
      aria-label={`Ignore: ${gap.question}`}
      onClick={() => void ignore()}
    >
      Ignore
    </button>
  );
}

function ReopenButton({ gap, busy }: ButtonProps) {
  const { api, toasts } = useWorkspace();
  const reopen = async () => {
    if (busy) return;
    const problem = await gapsStoreOf(api).reopen(gap.id);
    if (problem) toasts.fail(problem);
    else toasts.show("Reopened the gap");
  };
  return (
    <button
      type="button"
      class="btn small"
      aria-disabled={busy}
      aria-label={`Reopen: ${gap.question}`}
      onClick={() => void reopen()}
    >
      Reopen
    </button>
  );
}
