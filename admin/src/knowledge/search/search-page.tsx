import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { SearchAudience } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { useShortcuts } from "../../ui/shortcuts.ts";
import { ErrorState, Notice, Skeleton, Spinner } from "../../ui/states.tsx";
import { SearchResults } from "./search-results.tsx";
import { TriedAnswerCard } from "./tried-answer.tsx";

const viewers = { public: "As a visitor", internal: "As an agent" } as const satisfies Record<SearchAudience, string>;

const explanations = {
  public: "Ask a question and see which passages the assistant uses, and why.",
  internal: "Agents also find internal documents. The assistant never uses those.",
} as const satisfies Record<SearchAudience, string>;

/** What the assistant would find for a question, and why in this order. */
export function SearchPage() {
  const { search, sets, may } = useWorkspace();
  const { query, route } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const question = query["q"] ?? "";
  const audience = query["as"] === "internal" ? "internal" : "public";
  useEffect(() => {
    if (input.current) input.current.value = question;
    void search.run(question, audience);
    // Visitors are never answered from internal documents.
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
