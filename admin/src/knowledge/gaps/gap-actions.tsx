import { useSignal } from "@preact/signals";
import type { GapView, QuestionAskedOnce } from "../../../../protocol/admin-gaps.ts";
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
      {gap.status === "open" ? <DraftButton target={targetOf(gap)} busy={busy} full={full} /> : null}
      {full && gap.snippet?.state === "proposed" ? <ApproveButton gap={gap} id={gap.snippet.id} /> : null}
      {full && gap.snippet?.state === "live" ? (
        <KeepQuestion given={{ question: gap.question, origin: "gap", gap_id: gap.id }} />
      ) : null}
      {gap.status === "open" ? (
        <IgnoreButton target={targetOf(gap)} busy={busy} />
      ) : (
        <ReopenButton gap={gap} busy={busy} />
      )}
    </div>
  );
}

/** The same actions on a question that was asked once: each opens its gap first. */
export function AskedOnceActions({ question: { question, turn_id } }: { question: QuestionAskedOnce }) {
  const { api, may, toasts } = useWorkspace();
  const gaps = gapsStoreOf(api);
  const busy = gaps.busy.value.has(turn_id);
  if (!may("manager")) return null;
  const target: Target = {
    question,
    hasSnippet: false,
    async gapId() {
      const opened = await gaps.openGap(turn_id);
      if ("id" in opened) return opened.id;
      toasts.fail(opened.problem);
      return null;
    },
    onDone: () => gaps.leaveOnce(turn_id),
  };
  return (
    <div class="gap-actions">
      {busy ? <Spinner /> : null}
      <DraftButton target={target} busy={busy} full={false} />
      <IgnoreButton target={target} busy={busy} />
    </div>
  );
}

/** A gap, or a question that gets its gap with the first action. */
interface Target {
  question: string;
  hasSnippet: boolean;
  /** Null: it could not be opened, which was shown. */
  gapId(): Promise<string | null>;
  onDone?(): void;
}

function targetOf({ id, question, snippet }: GapView): Target {
  const hasSnippet = snippet?.state === "proposed" || snippet?.state === "live";
  return { question, hasSnippet, gapId: () => Promise.resolve(id) };
}

interface ButtonProps {
  target: Target;
  busy: boolean;
}

/** Opens the snippet form with the agents' answer, or with only the question when there is none. */
function DraftButton({ target, busy, full }: ButtonProps & { full: boolean }) {
  const { api, snippets, toasts } = useWorkspace();
  const gaps = gapsStoreOf(api);
  const editing = useSignal<SnippetView | "new" | null>(null);
  const draft = async () => {
    const id = busy ? null : await target.gapId();
    if (id === null) return;
    const drafted = await gaps.draft(id);
    if ("problem" in drafted) toasts.fail(drafted.problem);
    else if ("snippet" in drafted) editing.value = drafted.snippet;
    else {
      snippets.keepDraft("new", { question: target.question, answer: "", review_by: null });
      editing.value = "new";
    }
    void snippets.count();
  };
  const close = () => {
    editing.value = null;
    target.onDone?.();
  };
  const label = target.hasSnippet ? "Edit snippet" : "Draft a snippet";
  const current = editing.value;
  return (
    <>
      <button
        type="button"
        class={`btn ${full ? (target.hasSnippet ? "" : "primary") : "small"}`}
        aria-disabled={busy}
        aria-label={`${label}: ${target.question}`}
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

function IgnoreButton({ target, busy }: ButtonProps) {
  const { api, toasts } = useWorkspace();
  const gaps = gapsStoreOf(api);
  const undo = async (id: string) => {
    const problem = await gaps.reopen(id);
    if (problem) toasts.fail(problem);
  };
  const ignore = async () => {
    const id = busy ? null : await target.gapId();
    if (id === null) return;
    const problem = await gaps.ignore(id);
    if (problem) toasts.fail(problem);
    else toasts.show("Ignored the gap", { label: "Undo", run: () => void undo(id) });
    target.onDone?.();
  };
  return (
    <button
      type="button"
      class="btn small ghost"
      aria-disabled={busy}
      aria-label={`Ignore: ${target.question}`}
      onClick={() => void ignore()}
    >
      Ignore
    </button>
  );
}

function ReopenButton({ gap, busy }: { gap: GapView; busy: boolean }) {
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
