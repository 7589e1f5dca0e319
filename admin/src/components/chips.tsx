import type { Grade, TicketStatus } from "../../../protocol/messages.ts";
import { statusLabels } from "../lib/views.ts";

export function StatusChip({ status }: { status: TicketStatus }) {
  return <span class={`chip chip-${status}`}>{statusLabels[status]}</span>;
}

const tierLabels = { high: "Sure", medium: "Fairly sure", low: "Not sure" } as const;

/** The assistant's confidence in an answer: a word, the score, and the reason on hover. */
export function GradeBadge({ grade }: { grade: Grade }) {
  return (
    <span class={`grade grade-${grade.tier}`} title={grade.reason}>
      <span class="grade-dot" aria-hidden="true" />
      {tierLabels[grade.tier]} {grade.score.toFixed(2)}
    </span>
  );
}

export function Keys({ keys }: { keys: string }) {
  return (
    <span class="keys" aria-hidden="true">
      {keys.split(" ").map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
