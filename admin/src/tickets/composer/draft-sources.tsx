import type { Draft } from "../../../../protocol/admin.ts";
import { Bar } from "../../ui/chips.tsx";
import { plainPreview } from "../../ui/format.ts";
import { SourceLink } from "../../ui/source-link.tsx";

type Source = Draft["sources"][number];

/** What a draft rests on; what was only read is a press away. */
export function DraftSources({ draft }: { draft: Draft }) {
  if (draft.sources.length === 0) return <p class="draft-none muted">No sources found.</p>;
  const cited = new Map(draft.citations.map((citation) => [citation.chunk_id, citation.index]));
  const best = Math.max(...draft.sources.map((source) => source.score));
  const item = (source: Source) => (
    <SourceItem key={source.chunk_id} source={source} index={cited.get(source.chunk_id)} best={best} />
  );
  const used = draft.sources.filter(({ chunk_id: id }) => cited.has(id));
  const others = draft.sources.filter(({ chunk_id: id }) => !cited.has(id));
  // Without marks nothing tells which were used.
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
export function countOf(sources: readonly Source[], what: string): string {
  return `${sources.length} source${sources.length === 1 ? "" : "s"} ${what}`;
}

function SourceItem({ source, index, best }: { source: Source; index: number | undefined; best: number }) {
  return (
    <details class="source">
      <summary>
        {index ? <span class="cite-number">{index}</span> : <span class="cite-number cite-number-none">·</span>}
        <span class="source-title" dir="auto" title={source.text.slice(0, 300)}>
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
      <SourceLink url={source.url} />
    </details>
  );
}
