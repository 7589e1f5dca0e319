import type { Draft } from "../../../protocol/admin.ts";
import { safeLink } from "../../../screens/links/safe-link.ts";
import { useWorkspace } from "../app-context.ts";
import { Bar, GradeBadge, Keys } from "../components/chips.tsx";
import { Icon } from "../components/icon.tsx";
import { MarkdownView } from "../components/markdown-view.tsx";
import { plainPreview } from "../lib/format.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import { focusAnswer } from "./composer-box.tsx";

/** What the assistant would have said, why it did not, and what that rests on. */
export function DraftCard({ draft, ticketId }: { draft: Draft; ticketId: string }) {
  const { composer, toasts, may, ticket: store } = useWorkspace();
  const canSend = draft.content !== "" && may("agent");
  const approve = async () => {
    const problem = await store.act("approveDraft");
    if (problem) toasts.fail(problem);
  };
  const use = () => {
    const box = composer(ticketId);
    const before = box.fill(draft.content);
    if (before.trim() !== "")
      toasts.show("The draft replaced your text.", { label: "Undo", run: () => box.write(before) });
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
  return (
    <section class="draft" aria-label="The assistant's draft">
      <header class="draft-head">
        <Icon name="spark" />
        <h2>Draft, not sent</h2>
        {draft.grade ? <GradeBadge grade={draft.grade} /> : null}
        {canSend ? (
          <span class="draft-use">
            <button type="button" class="btn small" title="Put it into the answer box to edit it" onClick={use}>
              Use draft <Keys keys="d" />
            </button>
            <button
              type="button"
              class="btn small"
              title="Send it with its sources as your answer, and resolve"
              aria-disabled={store.busy.value}
              onClick={() => void approve()}
            >
              Approve and send <Keys keys="s" />
            </button>
          </span>
        ) : null}
      </header>
      {draft.grade?.reason ? <p class="draft-reason">{draft.grade.reason}</p> : null}
      <Findings label="Not supported" statements={draft.grading?.unsupported} />
      <Findings label="Missing" statements={draft.grading?.missing} />
      {draft.content ? (
        <MarkdownView text={draft.content} citations={draft.citations} />
      ) : (
        <p class="muted">The assistant found nothing to say.</p>
      )}
      <Sources draft={draft} />
    </section>
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

function Sources({ draft }: { draft: Draft }) {
  if (draft.sources.length === 0) return <p class="draft-none muted">No source was found.</p>;
  const cited = new Map(draft.citations.map((citation) => [citation.chunk_id, citation.index]));
  const best = Math.max(...draft.sources.map((source) => source.score));
  return (
    <div class="sources">
      <h3>
        {draft.sources.length} source{draft.sources.length === 1 ? "" : "s"} read
      </h3>
      {draft.sources.map((source) => {
        const href = safeLink(source.url);
        const index = cited.get(source.chunk_id);
        return (
          <details class="source" key={source.chunk_id}>
            <summary>
              {index ? <span class="cite-number">{index}</span> : <span class="cite-number cite-number-none">·</span>}
              <span class="source-title" dir="auto">
                {source.title} <span class="source-start">{plainPreview(source.text.slice(0, 200))}</span>
              </span>
              {best > 0 ? (
                <>
                  <Bar share={Math.max(0, source.score / best)} label="Score against the best source" />
                  <span class="source-score">{source.score.toFixed(2)}</span>
                </>
              ) : null}
            </summary>
            <p class="source-text" dir="auto">
              {source.text}
            </p>
            {href ? (
              <a href={href} target="_blank" rel="noopener noreferrer">
                Open the source <Icon name="external" />
              </a>
            ) : null}
          </details>
        );
      })}
    </div>
  );
}
