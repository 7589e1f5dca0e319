import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { SearchAudience } from "../../../../protocol/admin.ts";
import type { TriedAnswer } from "../../../../protocol/admin-try.ts";
import { useWorkspace } from "../../app-context.ts";
import { GradeBadge } from "../../ui/chips.tsx";
import { FormError } from "../../ui/dialog-head.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { useShortcuts } from "../../ui/shortcuts.tsx";
import { ErrorState, Notice, Skeleton, Spinner } from "../../ui/states.tsx";
import { SearchResults } from "./search-results.tsx";

const viewers = { public: "As a visitor", internal: "As an agent" } as const satisfies Record<SearchAudience, string>;

const explanations = {
  public: "Ask a question and see which passages the assistant uses, and why.",
  internal: "Agents also find internal documents. The assistant never uses those.",
} as const satisfies Record<SearchAudience, string>;

/** Search results for a question, with the reasons for their order. */
export function SearchPage() {
  const { search, sets, may } = useWorkspace();
  const { query, route } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const question = query["q"] ?? "";
  const audience = query["as"] === "internal" ? "internal" : "public";
  useFieldText(input, question);
  useEffect(() => {
    void search.run(question, audience);
    // Visitors never receive answers from internal documents.
    void search.tryAnswer(audience === "public" && may("agent") ? question : "");
  }, [question, audience]);
  useEffect(() => void sets.load(), [sets]);
  useFieldKeys(input);
  const ask = (as: SearchAudience = audience) => {
    const next = input.current?.value.trim() ?? "";
    if (next === question && as === audience) void search.run(next, as);
    else route(addressOf(next, as));
  };
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Search tester</h1>
          <p class="muted">{explanations[audience]}</p>
        </div>
      </header>
      <form
        class="tester-form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <input
          ref={input}
          class="input"
          type="search"
          aria-label="Question"
          placeholder="How do I change my plan?"
          maxLength={2000}
          autocomplete="off"
        />
        <button type="submit" class="btn primary">
          {search.state.value.type === "searching" ? <Spinner /> : <Icon name="search" />} Search
        </button>
      </form>
      <ViewerChoice audience={audience} onChoose={ask} />
      <TriedAnswerCard question={question} />
      <SearchBody onRetry={() => ask()} />
    </div>
  );
}

/** Shows the question of the URL, before the next paint: a question typed at once would be overwritten otherwise. */
function useFieldText(input: RefObject<HTMLInputElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (input.current) input.current.value = text;
  }, [text]);
}

function useFieldKeys(input: RefObject<HTMLInputElement | null>): void {
  useShortcuts({
    "/": (event) => {
      event.preventDefault();
      input.current?.focus();
    },
    Escape: () => input.current?.blur(),
  });
}

function addressOf(question: string, audience: SearchAudience): string {
  const parts = new URLSearchParams();
  if (question) parts.set("q", question);
  if (audience === "internal") parts.set("as", audience);
  return `/console/search${parts.size > 0 ? `?${parts}` : ""}`;
}

function ViewerChoice(props: { audience: SearchAudience; onChoose(audience: SearchAudience): void }) {
  return (
    <fieldset class="segmented tester-viewer">
      <legend class="visually-hidden">Search as</legend>
      {(["public", "internal"] as const).map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="viewer"
            checked={props.audience === choice}
            onChange={() => props.onChoose(choice)}
          />
          <span>{viewers[choice]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function SearchBody({ onRetry }: { onRetry: () => void }) {
  const { search } = useWorkspace();
  const state = search.state.value;
  switch (state.type) {
    case "empty":
      return <Notice title="No question yet" text="See how each passage was scored." />;
    case "searching":
      return state.before ? (
        <SearchResults answer={state.before} stale />
      ) : (
        <Skeleton rows={4} kind="card" label="Searching" />
      );
    case "failed":
      return <ErrorState title="The search failed" text={state.message} onRetry={onRetry} />;
    case "done":
      if (state.answer.results.length === 0) {
        return (
          <Notice
            title="Nothing found"
            text="The assistant would hand this over to your team. Add a document that answers it."
          />
        );
      }
      return <SearchResults answer={state.answer} />;
    default:
      return state satisfies never;
  }
}

const reasons: Record<NonNullable<TriedAnswer["reason"]>, string> = {
  low_grade: "low confidence",
  no_documents: "nothing found",
  asked_for_person: "the visitor asked for the team",
  sensitive_topic: "the topic is sensitive",
  tool_failure: "a tool failed",
  model_failure: "the model failed",
  budget_exhausted: "the budget is used up",
  hold_out: "comparison group, straight to the team",
  email_draft: "an agent answers e-mails",
};

/** The answer that a visitor would get, and whether it would be shown. */
function TriedAnswerCard({ question }: { question: string }) {
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
      {state.type === "failed" ? <FormError text={state.message} /> : null}
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
