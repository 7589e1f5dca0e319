import type { PlaygroundStep } from "../../../protocol/playground.ts";
import { GradeBadge } from "../ui/chips.tsx";
import { count, latency } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { ContextOfAnswer } from "./context-record.tsx";
import { Passages } from "./passages.tsx";
import { cacheWords, costWords, nodeName } from "./playground-words.ts";
import { readStep, type StepOutput } from "./read-step.ts";

/** A node: in a line what it came to, opened what it was given and gave. */
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

/** What a node came to, in a few words. */
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

/** The whole of it, as it was. */
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
