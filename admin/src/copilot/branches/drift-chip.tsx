import type { Drift } from "../../../../protocol/copilot-branches.ts";

/** Says of a branch that it speaks of something else than where it began; nothing of any other. */
export function DriftChip({ drift }: { drift: Drift | null }) {
  if (!drift?.has_drifted || drift.similarity === null) return null;
  return (
    <span class="chip copilot-drifted" title={`Similarity of the summaries: ${drift.similarity.toFixed(2)}`}>
      Has drifted from its starting point
    </span>
  );
}
