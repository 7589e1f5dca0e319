import type { RegressionQuestion } from "../../../../protocol/regression.ts";
import { useWorkspace } from "../../app-context.ts";
import { fullTime } from "../../ui/time.ts";
import { originWords } from "./release-words.ts";

interface RowProps {
  question: RegressionQuestion;
  onEdit: () => void;
  onDelete: () => void;
}

/** A question with what is expected of its answer. */
export function RegressionRow({ question, onEdit, onDelete }: RowProps) {
  const { may } = useWorkspace();
  const { question: words, history, expected, titles, origin, ticket, kept_by, created_at } = question;
  const { must_cite = [], must_say = [], must_not_say = [], outcome } = expected;
  const expects = [
    outcome === "answered" ? "is answered" : outcome === "escalated" ? "is handed over" : "",
    ...must_say.map((phrase) => `says “${phrase}”`),
    ...must_not_say.map((phrase) => `does not say “${phrase}”`),
    ...must_cite.map((id) => `cites ${titles[id] ?? "a deleted document"}`),
  ].filter(Boolean);
  return (
    <li>
      <div>
        <p class="line-name" dir="auto">
          {words}
        </p>
        {history.length > 0 ? (
          <p class="muted">
            after {history.length} message{history.length === 1 ? "" : "s"}
          </p>
        ) : null}
        <p class="regression-expects">
          {expects.length > 0 ? expects.join(" · ") : "No expectation: only changes are shown."}
        </p>
        <p class="line-facts">
          <span>
            {originWords[origin]}, {kept_by}, {fullTime(created_at)}
          </span>
          {ticket ? <a href={`/console/inbox/${ticket.id}`}>#{ticket.number}</a> : null}
        </p>
      </div>
      {may("manager") ? (
        <div class="snippet-actions">
          <button type="button" class="btn small" aria-label={`Edit: ${words}`} onClick={onEdit}>
            Edit
          </button>
          <button type="button" class="btn small ghost" aria-label={`Delete: ${words}`} onClick={onDelete}>
            Delete
          </button>
        </div>
      ) : null}
    </li>
  );
}
