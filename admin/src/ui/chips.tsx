import type { Grade } from "../../../protocol/messages.ts";

const tierLabels = { high: "High confidence", medium: "Medium confidence", low: "Low confidence" } as const;

/** The assistant's confidence in an answer: a word, the score, and the reason on hover. */
export function GradeBadge({ grade }: { grade: Grade }) {
  return (
    <span class={`grade grade-${grade.tier}`} title={grade.reason}>
      <span class="grade-dot" aria-hidden="true" />
      {tierLabels[grade.tier] ?? grade.tier} {Number(grade.score).toFixed(2)}
    </span>
  );
}

/** A share from 0 to 1, as a short bar. */
export function Bar({ share, label }: { share: number; label: string }) {
  return (
    <span class="bar" role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={1} aria-valuenow={share}>
      <span style={{ width: `${share * 100}%` }} />
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
