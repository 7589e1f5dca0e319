import type { Draft } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { GradeBadge, Keys } from "../../ui/chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { once } from "../../ui/once.ts";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { countOf, DraftSources } from "./draft-sources.tsx";
import { focusAnswer } from "./focus-answer.ts";

/** What the assistant would have said, why it did not, and what that rests on. */
export function DraftCard({ draft, ticketId }: { draft: Draft; ticketId: string }) {
  const { composer, toasts, may, ticket: store, done, decided } = useWorkspace();
  const canSend = draft.content !== "" && may("agent");
  const approve = async () => {
    const problem = await store.act("approveDraft");
    if (problem) return toasts.fail(problem);
    const state = store.state.peek();
    if (state.type === "ready") decided(state.thread.detail, `#${state.thread.detail.ticket.number} resolved`);
    done.value = ticketId;
  };
  const use = () => {
    const box = composer(ticketId);
    const before = box.fill(draft);
    if (before.text.trim() !== "")
      toasts.show("Your text was replaced by the suggestion.", { label: "Undo", run: () => box.restore(before) });
    focusAnswer();
  };
  useShortcuts({
    d: (event) => {
      event.preventDefault();
      if (canSend) use();
    },
    s: (event) => {
      event.preventDefault();
      if (canSend) void approve();
    },
  });
  if (draft.content === "") return <NoDraft draft={draft} />;
  return (
    <section class="draft" aria-label="Suggested reply">
      <header class="draft-head">
        <Icon name="spark" />
        <h2>Suggested reply</h2>
        {draft.grade ? <GradeBadge grade={draft.grade} /> : null}
        {canSend ? (
          <span class="draft-use">
            <button type="button" class="btn small" title="Edit it in the reply box" onClick={use}>
              Edit <Keys keys="d" />
            </button>
            <button
              type="button"
              class="btn small"
              title="Send it with its sources and resolve"
              aria-disabled={store.busy.value}
              onClick={once(() => void approve())}
            >
              Send as is <Keys keys="s" />
            </button>
          </span>
        ) : null}
      </header>
      <Reasons draft={draft} />
      <MarkdownView text={draft.content} citations={draft.citations} />
      <DraftSources draft={draft} />
    </section>
  );
}

/** What was read without finding an answer takes one line, until somebody wants to see it. */
function NoDraft({ draft }: { draft: Draft }) {
  return (
    <details class="draft draft-folded">
      <summary>
        <Icon name="spark" />
        <span class="draft-nothing">No suggestion</span>
        <span class="muted">{countOf(draft.sources, "checked")}</span>
      </summary>
      <Reasons draft={draft} />
      <DraftSources draft={draft} />
    </details>
  );
}

function Reasons({ draft }: { draft: Draft }) {
  return (
    <>
      {draft.grade?.reason ? <p class="draft-reason">{draft.grade.reason}</p> : null}
      <Findings label="Not supported" statements={draft.grading?.unsupported} />
      <Findings label="Missing" statements={draft.grading?.missing} />
    </>
  );
}

/** What the grading found wrong, statement by statement. */
function Findings({ label, statements = [] }: { label: string; statements?: readonly string[] }) {
  if (statements.length === 0) return null;
  return (
    <p class="draft-reason" dir="auto">
      <strong>{label}:</strong> {statements.join(" · ")}
    </p>
  );
}
