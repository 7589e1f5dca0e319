import type { ContextEntry, ContextRecord } from "../../../protocol/context-record.ts";
import { missingSources } from "../copilot/context/context-groups.ts";
import { count } from "../ui/format.ts";

/** What the answer is made from, what was left out, and why. */
export function ContextOfAnswer({ record }: { record: ContextRecord }) {
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
    // The search tells no size of what it left out.
    ...(tokens > 0 ? [`${count(tokens)} tokens`] : []),
  ].join(" · ");
}
