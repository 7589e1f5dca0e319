import type { SnippetState, SnippetView } from "../../../../protocol/admin-snippets.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { Spinner } from "../../ui/states.tsx";
import { ageWords, fullTime, now } from "../../ui/time.ts";
import type { SnippetVerb } from "./snippets-store.ts";

export const stateWords: Record<SnippetState, string> = {
  proposed: "Proposed",
  live: "Live",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
};

const done: Record<SnippetVerb, string> = {
  approve: "Approved the snippet. It is live",
  reject: "Rejected the snippet",
  withdraw: "Withdrew the snippet",
};

interface RowProps {
  snippet: SnippetView;
  onEdit: () => void;
  onDelete: () => void;
}

/** One snippet: text, origin and the user's actions. */
export function SnippetRow({ snippet, onEdit, onDelete }: RowProps) {
  return (
    <li class="snippet">
      <div class="snippet-main">
        <h2 class="snippet-question" dir="auto">
          {plainLine(snippet.question)}
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
        {owner.name}
        {ticket ? (
          <>
            {" "}
            from <a href={`/console/inbox/${ticket.id}`}>#{ticket.number}</a>
          </>
        ) : null}
        ,{" "}
        <time dateTime={snippet.created_at} title={fullTime(snippet.created_at)}>
          {ageWords(snippet.created_at, now.value)}
        </time>
      </span>
      {review ? (
        <span>
          decided by {review.name},{" "}
          <time dateTime={review.at} title={fullTime(review.at)}>
            {ageWords(review.at, now.value)}
          </time>
        </span>
      ) : null}
      {snippet.review_by ? <ReviewBy day={snippet.review_by} isLive={snippet.state === "live"} /> : null}
    </p>
  );
}

/** The day is a date without a time zone and includes the whole day. */
function ReviewBy({ day, isLive }: { day: string; isLive: boolean }) {
  const words = new Date(`${day}T00:00`).toLocaleDateString(undefined, {
    year: "numeric",
    month: "short",
    day: "numeric",
  });
  return (
    <time dateTime={day} class={isLive && isDue(day) ? "snippet-due" : undefined}>
      review by {words}
    </time>
  );
}

/** Same as on the server: due within a week, or overdue. */
const soonMs = 7 * 86_400_000;
/** A confirmed snippet is due for review again after half a year. */
const againMs = 182 * 86_400_000;

function isDue(day: string | null): boolean {
  return day !== null && Date.parse(day) <= now.value + soonMs;
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
  const confirm = async () => {
    const again = new Date(Date.now() + againMs).toISOString().slice(0, 10);
    const problem = await snippets.change(id, { review_by: again });
    if (problem) toasts.fail(problem);
    else toasts.show("Kept the snippet. Next review in 6 months");
  };
  const mayEdit = isReviewer || (may("agent") && state === "proposed" && snippet.owner.id === me.id);
  return (
    <div class="snippet-actions">
      {busy ? <Spinner /> : null}
      {isReviewer && state !== "live" ? button("approve", "Approve", state === "proposed" ? "primary" : "") : null}
      {isReviewer && state === "proposed" ? button("reject", "Reject") : null}
      {isReviewer && state === "live" && isDue(snippet.review_by) ? (
        <button
          type="button"
          class="btn small primary"
          aria-disabled={busy}
          aria-label={`Still correct: ${question}`}
          onClick={() => void confirm()}
        >
          Still correct
        </button>
      ) : null}
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
