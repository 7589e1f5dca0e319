import type { SnippetState, SnippetView } from "../../../protocol/admin-snippets.ts";
import { useWorkspace } from "../app-context.ts";
import { MarkdownView } from "../components/markdown-view.tsx";
import { Spinner } from "../components/states.tsx";
import { now } from "../lib/now.ts";
import { fullTime, shortAge } from "../lib/time.ts";
import type { SnippetVerb } from "../library-calls.ts";

export const stateWords: Record<SnippetState, string> = {
  proposed: "Proposed",
  live: "Live",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
};

const done: Record<SnippetVerb, string> = {
  approve: "Snippet approved: the assistant answers from it now",
  reject: "Snippet rejected",
  withdraw: "Snippet withdrawn: the assistant uses it no more",
};

interface RowProps {
  snippet: SnippetView;
  onEdit: () => void;
  onDelete: () => void;
}

/** One kept answer: its words, where it comes from, and what this person may do about it. */
export function SnippetRow({ snippet, onEdit, onDelete }: RowProps) {
  return (
    <li class="snippet">
      <div class="snippet-main">
        <h2 class="snippet-question" dir="auto">
          {snippet.question}
        </h2>
        <div class="snippet-answer">
          <MarkdownView text={snippet.answer} />
        </div>
        <Origin snippet={snippet} />
      </div>
      <Actions snippet={snippet} onEdit={onEdit} onDelete={onDelete} />
    </li>
  );
}

function Origin({ snippet }: { snippet: SnippetView }) {
  const { review, ticket, owner } = snippet;
  return (
    <p class="snippet-origin">
      <span class={`chip chip-snippet-${snippet.state}`}>{stateWords[snippet.state]}</span>
      <span>
        {owner.name ?? "Somebody"}
        {ticket ? (
          <>
            {" "}
            from <a href={`/console/inbox/${ticket.id}`}>#{ticket.number}</a>
          </>
        ) : null}
        ,{" "}
        <time dateTime={snippet.created_at} title={fullTime(snippet.created_at)}>
          {shortAge(snippet.created_at, now.value)}
        </time>
      </span>
      {review ? (
        <span>
          decided by {review.name ?? "somebody"},{" "}
          <time dateTime={review.at} title={fullTime(review.at)}>
            {shortAge(review.at, now.value)}
          </time>
        </span>
      ) : null}
    </p>
  );
}

function Actions({ snippet, onEdit, onDelete }: RowProps) {
  const { snippets, toasts, may, me } = useWorkspace();
  const isReviewer = may("manager");
  const { id, state, question } = snippet;
  const busy = snippets.busy.value.has(id);
  const decide = async (verb: SnippetVerb) => {
    const problem = await snippets.decide(id, verb);
    if (problem) toasts.fail(problem);
    else toasts.show(done[verb]);
  };
  const button = (verb: SnippetVerb, label: string, look = "") => (
    <button
      type="button"
      class={`btn small ${look}`}
      aria-disabled={busy}
      aria-label={`${label}: ${question}`}
      onClick={() => void decide(verb)}
    >
      {label}
    </button>
  );
  const mayEdit = isReviewer || (may("agent") && state === "proposed" && snippet.owner.id === me.id);
  return (
    <div class="snippet-actions">
      {busy ? <Spinner /> : null}
      {isReviewer && state !== "live" ? button("approve", "Approve", state === "proposed" ? "primary" : "") : null}
      {isReviewer && state === "proposed" ? button("reject", "Reject") : null}
      {isReviewer && state === "live" ? button("withdraw", "Withdraw") : null}
      {mayEdit ? (
        <button type="button" class="btn small" aria-label={`Edit: ${question}`} onClick={onEdit}>
          Edit
        </button>
      ) : null}
      {isReviewer && state !== "proposed" ? (
        <button type="button" class="btn small ghost" aria-label={`Delete: ${question}`} onClick={onDelete}>
          Delete
        </button>
      ) : null}
    </div>
  );
}
