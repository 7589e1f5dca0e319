import type { SearchResponse, SearchResult } from "../../../../protocol/admin.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import { useWorkspace } from "../../app-context.ts";
import { Bar } from "../../ui/chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { SetChip } from "../documents/document-chips.tsx";
import { isWeak, scoreParts } from "./search-store.ts";

/** Results with reasons, weak ones separately, and excluded passages. */
export function SearchResults({ answer, stale = false }: { answer: SearchResponse; stale?: boolean }) {
  const { results, dropped = [] } = answer;
  const fitting = results.filter((result) => !isWeak(result));
  const weak = results.filter(isWeak);
  const list = (some: readonly SearchResult[]) => (
    <ol class="result-list">
      {some.map((result) => (
        <Result key={result.chunk_id} result={result} rank={results.indexOf(result) + 1} all={results} />
      ))}
    </ol>
  );
  return (
    <section class={`results ${stale ? "results-stale" : ""}`} aria-label="Results" aria-busy={stale}>
      <p class="muted" role="status">
        {summaryOf(fitting.length, results.length)} in {Math.round(answer.took_ms)} ms
        {answer.vectors
          ? ". Words: how well they match. Covered: the share of matching words. Meaning: how similar the meaning is."
          : ". Vectors are not available, so only words count."}
      </p>
      {fitting.length > 0 ? list(fitting) : null}
      {weak.length > 0 ? (
        <details class="folded" key={fitting.length === 0 ? "none" : "some"}>
          <summary>
            {weak.length} weak match{weak.length === 1 ? "" : "es"}
            <span class="muted"> closest match, but few words and little meaning in common</span>
          </summary>
          {list(weak)}
        </details>
      ) : null}
      {dropped.length > 0 ? <LeftOut dropped={dropped} results={results} /> : null}
    </section>
  );
}

function summaryOf(fitting: number, all: number): string {
  const passages = (count: number) => `${count} passage${count === 1 ? "" : "s"}`;
  if (fitting === 0) return `No match; ${passages(all)} checked`;
  return fitting === all ? passages(all) : `${fitting} of ${passages(all)} match`;
}

function Result({ result, rank, all }: { result: SearchResult; rank: number; all: readonly SearchResult[] }) {
  const href = safeLink(result.url);
  const where = [result.heading, result.page ? `page ${result.page}` : null, result.source].filter(Boolean).join(" · ");
  return (
    <li class="result">
      <span class="result-rank">{rank}</span>
      <div class="result-main">
        <h2 class="result-title" dir="auto">
          <a href={`/console/library/${result.document_id}`}>{result.title}</a>{" "}
          {result.audience === "internal" ? (
            <span class="chip chip-internal" title="Visitors never see it or get answers from it.">
              team only
            </span>
          ) : null}{" "}
          <UseChip id={result.chunk_id} />
          {href ? (
            <a
              class="icon-btn small"
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Open the page of ${result.title}`}
            >
              <Icon name="external" />
            </a>
          ) : null}
        </h2>
        <p class="result-where" dir="auto">
          {result.set ? <SetChip name={result.set} /> : null} {where}
        </p>
        <div class="result-text">
          <MarkdownView text={result.text} />
        </div>
        {result.reason ? <p class="result-reason">Included: {result.reason}.</p> : null}
      </div>
      <Score result={result} all={all} />
    </li>
  );
}

/** How the dry-run answer used the passage. */
function UseChip({ id }: { id: string }) {
  const { search } = useWorkspace();
  const state = search.answer.value;
  if (state.type !== "done") return null;
  const cited = state.answer.citations.find(({ chunk_id: chunk }) => chunk === id);
  if (cited) return <span class="chip chip-cited">quoted as {cited.index}</span>;
  return state.answer.read.includes(id) ? <span class="chip">read</span> : null;
}

function Score({ result, all }: { result: SearchResult; all: readonly SearchResult[] }) {
  return (
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
  );
}

type Dropped = NonNullable<SearchResponse["dropped"]>[number];

const dropWords: Record<Dropped["code"], string> = {
  near_duplicate: "duplicate",
  over_limit: "ranks lower",
  over_budget: "too long",
  internal: "team only",
  not_yet_valid: "not valid yet",
  expired: "expired",
  other_set: "other set",
  retired: "withdrawn",
};

function LeftOut({ dropped, results }: { dropped: readonly Dropped[]; results: readonly SearchResult[] }) {
  return (
    <details class="folded">
      <summary>
        {dropped.length} left out<span class="muted"> more matches, and why they were left out</span>
      </summary>
      <ul class="left-out">
        {dropped.map((item) => (
          <li key={item.chunk_id}>
            <span class="chip">{dropWords[item.code] ?? item.code}</span>
            <a href={`/console/library/${item.document_id}`} dir="auto">
              {item.title}
            </a>
            <span class="muted">
              {reasonOf(item, results)}, score {item.score.toFixed(3)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The server identifies a repeated passage by its id; here it has a rank. */
function reasonOf({ reason }: Dropped, results: readonly SearchResult[]): string {
  const at = results.findIndex(({ chunk_id: id }) => reason.includes(id));
  const other = results[at];
  return other ? reason.replace(other.chunk_id, `passage ${at + 1}`) : reason;
}
