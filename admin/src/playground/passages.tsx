import { scoreParts } from "../knowledge/search/search-store.ts";
import { Bar } from "../ui/chips.tsx";
import type { Passage } from "./read-step.ts";

/** What the search found, best first, with what each score is made of. */
export function Passages({ passages }: { passages: readonly Passage[] }) {
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
          <p class="play-passage-text" dir="auto">
            {passage.text}
          </p>
        </li>
      ))}
    </ol>
  );
}
