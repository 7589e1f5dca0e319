import type { ContextEntry, ContextRecord } from "../../../protocol/context-record.ts";
import type { PlaygroundStep } from "../../../protocol/playground.ts";
import { missingSources } from "../copilot/context/context-groups.ts";
import { scoreParts } from "../knowledge/search/search-store.ts";
import { Bar, GradeBadge } from "../ui/chips.tsx";
import { count, latency } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { MarkdownView } from "../ui/markdown-view.tsx";
import { cacheWords, costWords, nodeName } from "./playground-words.ts";
import { type Passage, readStep, type StepOutput } from "./read-step.ts";

/** A node of the graph: its result in one line, expandable to input and output. */
export function StepView({ step, threshold }: { step: PlaygroundStep; threshold: number | null }) {
  const { node, input, output, ms, tokens, cost_usd: cost, note } = step;
  const read = readStep(output);
  return (
    <li class="play-step">
      <details>
        <summary>
          <Icon name="chevron" />
          <span class="play-step-name">{nodeName(node)}</span>
          <span class="play-step-came" dir="auto">
            {cameOf(node, read)}
          </span>
          <span class="play-step-cost muted">
            {tokens ? `${count(tokens.input + tokens.output)} tokens · ${costWords(cost)} · ` : ""}
            {latency(ms)}
          </span>
        </summary>
        <div class="play-step-body">
          {note ? <p class="play-note">{note}</p> : null}
          <Cache output={read} />
          {read.context ? <ContextOfAnswer record={read.context} /> : null}
          {read.passages ? <Passages passages={read.passages} /> : null}
          <Evidence output={read} threshold={threshold} />
          <Raw label="Input" value={input} />
          <Raw label="Output" value={output} />
        </div>
      </details>
    </li>
  );
}

/** A node's result, in a few words. */
function cameOf(node: string, { cache, passages, grade, sources, question }: StepOutput): string {
  if (cache?.hit) return "Answered from the cache";
  if (node.startsWith("check_cache")) return cache ? "No earlier answer" : "Skipped: follow-up question";
  if (passages) return passages.length === 1 ? "1 passage" : `${passages.length} passages`;
  if (node === "grade" && grade) return grade.score.toFixed(2);
  if (node === "generate" && sources !== undefined)
    return sources === 0 ? "No source" : sources === 1 ? "1 source" : `${sources} sources`;
  return question ?? "";
}

function Cache({ output: { cache } }: { output: StepOutput }) {
  if (!cache) return null;
  return (
    <div class="play-part">
      <p>
        {cacheWords(cache)}
        {cache.similarity === null ? "" : ` Similarity: ${cache.similarity.toFixed(2)}.`}
      </p>
      {cache.question ? (
        <p class="muted" dir="auto">
          Nearest: {cache.question}
        </p>
      ) : null}
    </div>
  );
}

function Evidence({ output: { grade, grading }, threshold }: { output: StepOutput; threshold: number | null }) {
  if (!grade) return null;
  const lists = [
    ["Supported by the sources", grading?.supported ?? []],
    ["Not supported", grading?.unsupported ?? []],
    ["Unanswered questions", grading?.missing ?? []],
  ] as const;
  return (
    <div class="play-part">
      <p class="play-grade">
        <GradeBadge grade={grade} />
        {threshold === null ? null : <span class="muted">threshold {threshold.toFixed(2)}</span>}
      </p>
      {grade.reason ? <p>{grade.reason}</p> : null}
      {lists.map(([label, items]) =>
        items.length === 0 ? null : (
          <div key={label}>
            <p class="play-label">{label}</p>
            <ul class="play-evidence">
              {items.map((item) => (
                <li key={item} dir="auto">
                  {item}
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
    </div>
  );
}

/** The complete raw value. */
function Raw({ label, value }: { label: string; value: unknown }) {
  return (
    <details class="play-raw">
      <summary>{label}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too. */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}

/** The answer's retrieval context, excluded content, and reasons. */
function ContextOfAnswer({ record }: { record: ContextRecord }) {
  const { taken, left_out: leftOut, more_left_out: more, budget } = record;
  return (
    <div class="play-part play-context">
      <p class="play-label">
        Included: {taken.length}, about {count(budget.used)} of {count(budget.tokens)} tokens
      </p>
      <Entries entries={taken} />
      {leftOut.length > 0 ? (
        <details class="play-left-out">
          <summary class="play-label">Left out: {leftOut.length + more}</summary>
          <Entries entries={leftOut} />
          {more > 0 ? <p class="muted">And {more} more.</p> : null}
        </details>
      ) : null}
      {missingSources(record).map((sentence) => (
        <p key={sentence} class="play-note">
          {sentence}
        </p>
      ))}
      <p class="muted">Memories would appear here. They are off in the playground.</p>
    </div>
  );
}

function Entries({ entries }: { entries: readonly ContextEntry[] }) {
  return (
    <ul class="play-entries">
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.id}`}>
          <span dir="auto">{entry.title ?? "Deleted document"}</span>
          <span class="muted">{factsOf(entry)}</span>
        </li>
      ))}
    </ul>
  );
}

function factsOf({ reason, tokens, similarity }: ContextEntry): string {
  return [
    reason,
    ...(similarity === null ? [] : [`meaning ${similarity.toFixed(2)}`]),
    // The search reports no size for excluded content.
    ...(tokens > 0 ? [`${count(tokens)} tokens`] : []),
  ].join(" · ");
}

/** Search results, best first, with the parts of each score. */
function Passages({ passages }: { passages: readonly Passage[] }) {
  if (passages.length === 0) return <p>No matches.</p>;
  return (
    <ol class="play-passages">
      {passages.map((passage) => (
        <li key={passage.chunk_id}>
          <p class="play-passage-title" dir="auto">
            <a href={`/console/library/${passage.document_id}`}>{passage.title}</a>
            {passage.heading ? <span class="muted"> {passage.heading}</span> : null}
          </p>
          <dl class="score play-score">
            <div class="score-total">
              <dt>Score</dt>
              <dd>{passage.score.toFixed(3)}</dd>
            </div>
            {scoreParts(passage.parts, passages).map((part) => (
              <div key={part.name}>
                <dt>{part.label}</dt>
                <dd>
                  <Bar share={part.share} label={`${part.label} against the best result`} />
                  <span>{part.value.toFixed(2)}</span>
                </dd>
              </div>
            ))}
          </dl>
          <div class="play-passage-text">
            <MarkdownView text={passage.text} />
          </div>
        </li>
      ))}
    </ol>
  );
}
