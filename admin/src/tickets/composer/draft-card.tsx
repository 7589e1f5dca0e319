import type { Draft, TicketDetail } from "../../../../protocol/admin.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { Bar, GradeBadge, Keys } from "../../ui/chips.tsx";
import { SourceLink } from "../../ui/citation-popover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { once } from "../../ui/once.ts";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import { useComposer } from "./composers.ts";
import { focusAnswer } from "./focus-answer.ts";

type ShownDraft = NonNullable<TicketDetail["draft"]>;

/** The assistant's draft, why it was not sent, and its sources. A weak one is folded, and no key sends or copies it. */
export function DraftCard({ draft, ticketId }: { draft: ShownDraft; ticketId: string }) {
  if (draft.content === "") return <NoDraft draft={draft} />;
  if (draft.is_weak) return <WeakDraft draft={draft} ticketId={ticketId} />;
  return <GoodDraft draft={draft} ticketId={ticketId} />;
}

function useDraft(draft: Draft, ticketId: string): () => void {
  const { toasts } = useWorkspace();
  const box = useComposer(ticketId);
  return () => {
    const before = box.fill(draft);
    if (before.text.trim() !== "")
      toasts.show("Replaced your text with the suggestion", { label: "Undo", run: () => box.restore(before) });
    focusAnswer();
  };
}

function GoodDraft({ draft, ticketId }: { draft: Draft; ticketId: string }) {
  const { toasts, may, ticket: store, inbox, done, decided } = useWorkspace();
  const canSend = may("agent");
  const use = useDraft(draft, ticketId);
  const approve = async () => {
    const problem = await store.act("approveDraft");
    if (problem) return toasts.fail(problem);
    inbox.changed(ticketId);
    const state = store.state.peek();
    if (state.type === "ready") decided(state.thread.detail, `Resolved #${state.thread.detail.ticket.number}`);
    done.value = ticketId;
  };
  useShortcuts(
    canSend
      ? {
          d: (event) => {
            event.preventDefault();
            use();
          },
          y: (event) => {
            event.preventDefault();
            void approve();
          },
        }
      : {},
  );
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
              Send as is <Keys keys="y" />
            </button>
          </span>
        ) : null}
      </header>
      <DraftText draft={draft} />
    </section>
  );
}

function WeakDraft({ draft, ticketId }: { draft: Draft; ticketId: string }) {
  const { may } = useWorkspace();
  const use = useDraft(draft, ticketId);
  return (
    <details class="draft draft-folded">
      <summary>
        <Icon name="spark" />
        <h2>Weak suggestion</h2>
        {draft.grade ? <GradeBadge grade={draft.grade} /> : <span class="muted">No confidence</span>}
      </summary>
      <DraftText draft={draft} />
      {may("agent") ? (
        <p class="draft-weak">
          <button type="button" class="btn small" onClick={use}>
            Copy to the reply box
          </button>
          <span class="muted">Check every statement before you send it.</span>
        </p>
      ) : null}
    </details>
  );
}

function DraftText({ draft }: { draft: Draft }) {
  return (
    <>
      <Reasons draft={draft} />
      <MarkdownView text={draft.content} citations={draft.citations} />
      <DraftSources draft={draft} />
    </>
  );
}

/** Sources without an answer take one line, until expanded. */
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

/** Problems found by the grading, statement by statement. */
function Findings({ label, statements = [] }: { label: string; statements?: readonly string[] }) {
  if (statements.length === 0) return null;
  return (
    <p class="draft-reason" dir="auto">
      <strong>{label}:</strong> {statements.join(" · ")}
    </p>
  );
}

type Source = Draft["sources"][number];

/** The draft's cited sources; uncited ones are shown on a click. */
function DraftSources({ draft }: { draft: Draft }) {
  if (draft.sources.length === 0) return <p class="draft-none muted">No sources found.</p>;
  const cited = new Map(draft.citations.map((citation) => [citation.chunk_id, citation.index]));
  const best = Math.max(...draft.sources.map((source) => source.score));
  const item = (source: Source) => (
    <SourceItem key={source.chunk_id} source={source} index={cited.get(source.chunk_id)} best={best} />
  );
  const used = draft.sources.filter(({ chunk_id: id }) => cited.has(id));
  const others = draft.sources.filter(({ chunk_id: id }) => !cited.has(id));
  // Without citation marks it is unknown which sources were used.
  const [shown, folded] = used.length > 0 ? [used, others] : [others, []];
  return (
    <div class="sources">
      <h3>{countOf(shown, used.length > 0 ? "quoted" : "checked")}</h3>
      {shown.map(item)}
      {folded.length > 0 ? (
        <details class="sources-others">
          <summary>{folded.length} more checked</summary>
          {folded.map(item)}
        </details>
      ) : null}
    </div>
  );
}

/** For example `1 source checked`. */
function countOf(sources: readonly Source[], what: string): string {
  return `${sources.length} source${sources.length === 1 ? "" : "s"} ${what}`;
}

function SourceItem({ source, index, best }: { source: Source; index: number | undefined; best: number }) {
  return (
    <details class="source">
      <summary>
        {index ? <span class="cite-number">{index}</span> : <span class="cite-number cite-number-none">·</span>}
        <span class="source-title" dir="auto" title={plainLine(source.text.slice(0, 300))}>
          {source.title} <span class="source-start">{plainLine(source.text.slice(0, 200))}</span>
        </span>
        {best > 0 ? (
          <>
            <Bar share={Math.max(0, source.score / best)} label="Score against the best source" />
            <span class="source-score">{source.score.toFixed(2)}</span>
          </>
        ) : null}
      </summary>
      <div class="source-text">
        <MarkdownView text={source.text} />
      </div>
      <SourceLink url={source.url} />
    </details>
  );
}
