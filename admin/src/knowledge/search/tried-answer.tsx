import type { TriedAnswer } from "../../../../protocol/admin-try.ts";
import { useWorkspace } from "../../app-context.ts";
import { GradeBadge } from "../../ui/chips.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { Skeleton } from "../../ui/states.tsx";

const reasons: Record<NonNullable<TriedAnswer["reason"]>, string> = {
  low_grade: "low confidence",
  no_documents: "nothing found",
  asked_for_person: "the visitor asked for the team",
  sensitive_topic: "the topic is sensitive",
  tool_failure: "a tool failed",
  model_failure: "the model failed",
  budget_exhausted: "the budget is used up",
};

/** What a visitor would get for the question, and whether it would be shown. */
export function TriedAnswerCard({ question }: { question: string }) {
  const { search } = useWorkspace();
  const state = search.answer.value;
  if (state.type === "none") return null;
  return (
    <section class="tried" aria-labelledby="tried-title" aria-busy={state.type === "asking"}>
      <header class="tried-head">
        <h2 id="tried-title">Answer preview</h2>
        {state.type === "done" && state.answer.grade ? <GradeBadge grade={state.answer.grade} /> : null}
      </header>
      {state.type === "asking" ? <Skeleton rows={1} kind="card" label="Answering" /> : null}
      {state.type === "failed" ? (
        <p class="form-error" role="alert">
          {state.message}
        </p>
      ) : null}
      {state.type === "done" ? <Outcome answer={state.answer} /> : null}
      {state.type === "asking" ? null : (
        <button type="button" class="btn small" onClick={() => void search.tryAnswer(question, { again: true })}>
          Answer again
        </button>
      )}
    </section>
  );
}

function Outcome({ answer }: { answer: TriedAnswer }) {
  const { outcome, content, options, citations, grade } = answer;
  return (
    <>
      <p class={`tried-verdict tried-${outcome}`} role="status">
        <span class="tried-dot" aria-hidden="true" /> {verdict(answer)}
      </p>
      {content.trim() === "" ? null : <MarkdownView text={content} citations={citations} />}
      {options.length > 0 ? (
        <ul class="tried-options">
          {options.map((option) => (
            <li key={option}>{option}</li>
          ))}
        </ul>
      ) : null}
      {grade?.reason ? <p class="muted">{grade.reason}</p> : null}
    </>
  );
}

function verdict({ outcome, reason, threshold, grade, content }: TriedAnswer): string {
  if (outcome === "answered")
    return grade ? `Shown: confidence is at least ${threshold.toFixed(2)}.` : "Shown: no search needed.";
  if (outcome === "asked_back") return "The visitor is asked to clarify.";
  const why =
    reason === "low_grade"
      ? `confidence is below ${threshold.toFixed(2)}`
      : reason
        ? reasons[reason]
        : "low confidence";
  return content.trim() === ""
    ? `Handed over: ${why}.`
    : `Handed over with this draft: ${why}. The visitor does not see the draft.`;
}
