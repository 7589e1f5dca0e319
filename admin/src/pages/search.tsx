import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { SearchAudience, SearchResult } from "../../../protocol/admin.ts";
import { safeLink } from "../../../screens/links/safe-link.ts";
import type { SearchResponse } from "../api.ts";
import { useWorkspace } from "../app-context.ts";
import { Bar } from "../components/chips.tsx";
import { Icon } from "../components/icon.tsx";
import { ErrorState, Notice, Skeleton, Spinner } from "../components/states.tsx";
import { useShortcuts } from "../lib/shortcuts.ts";
import { scoreParts } from "../stores/search-store.ts";

const viewers = { public: "As a visitor", internal: "As an agent" } as const satisfies Record<SearchAudience, string>;

const explanations = {
  public: "Ask as a visitor would and see which passages the assistant reads, and why.",
  internal: "Agents find internal documents too. The assistant never reads those.",
} as const satisfies Record<SearchAudience, string>;

/** What the assistant would find for a question, and why in this order. */
export function SearchPage() {
  const { search } = useWorkspace();
  const { query, route } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const question = query["q"] ?? "";
  const audience = query["as"] === "internal" ? "internal" : "public";
  useEffect(() => {
    if (input.current) input.current.value = question;
    void search.run(question, audience);
  }, [question, audience]);
  useShortcuts({
    "/": (event) => {
      event.preventDefault();
      input.current?.focus();
    },
    Escape: () => input.current?.blur(),
  });
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
      <SearchBody onRetry={() => ask()} />
    </div>
  );
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
      <legend class="visually-hidden">Who searches</legend>
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
      return (
        <Notice
          title="Nothing asked yet"
          text="Results come with the parts of their score, so you can see what helps a document to be found."
        />
      );
    case "searching":
      return state.before ? (
        <Results answer={state.before} stale />
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
            text="The assistant would hand this question to a person. A document that answers it would change that."
          />
        );
      }
      return <Results answer={state.answer} />;
    default:
      return state satisfies never;
  }
}

function Results({ answer, stale = false }: { answer: SearchResponse; stale?: boolean }) {
  return (
    <section class={`results ${stale ? "results-stale" : ""}`} aria-label="Results" aria-busy={stale}>
      <p class="muted" role="status">
        {answer.results.length} passage{answer.results.length === 1 ? "" : "s"} in {Math.round(answer.took_ms)} ms
        {answer.vectors
          ? ". Words: how well they match. Covered: how many of them are there. Meaning: how close the sense is."
          : ". Vectors are not available here, so only words count."}
      </p>
      <ol class="result-list">
        {answer.results.map((result, index) => (
          <Result key={result.chunk_id} result={result} rank={index + 1} all={answer.results} />
        ))}
      </ol>
    </section>
  );
}

function Result({ result, rank, all }: { result: SearchResult; rank: number; all: readonly SearchResult[] }) {
  const href = safeLink(result.url);
  const where = [result.heading, result.page ? `page ${result.page}` : null, result.source].filter(Boolean).join(" · ");
  return (
    <li class="result">
      <span class="result-rank">{rank}</span>
      <div class="result-main">
        <h2 class="result-title" dir="auto">
          {href ? (
            <a href={href} target="_blank" rel="noopener noreferrer">
              {result.title}
            </a>
          ) : (
            result.title
          )}{" "}
          {result.audience === "internal" ? (
            <span class="chip chip-internal" title="Visitors are not shown this, and the assistant does not read it.">
              internal
            </span>
          ) : null}
        </h2>
        <p class="result-where" dir="auto">
          {where}
        </p>
        <p class="result-text" dir="auto">
          {result.text}
        </p>
      </div>
      <dl class="score">
        <div class="score-total">
          <dt>Score</dt>
          <dd>{result.score.toFixed(3)}</dd>
        </div>
        {scoreParts(result.parts, all).map((part) => (
          <div key={part.name} title={`${part.name}: ${part.value}. The bar compares with the best result.`}>
            <dt>{part.label}</dt>
            <dd>
              <Bar share={part.share} label={`${part.label} against the best result`} />
              <span>{part.value.toFixed(2)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
