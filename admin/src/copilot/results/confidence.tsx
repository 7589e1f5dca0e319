import type { CopilotBody } from "../../../../protocol/copilot-talk.ts";
import { percent } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";

const levels = {
  high: { word: "Evidence: high", tier: "high" },
  medium: { word: "Evidence: medium, with caution", tier: "medium" },
  low: { word: "Evidence: low", tier: "low" },
} as const;

/** How well what was found fits, and how sure the conclusion is: two figures, never one. */
export function ConfidenceBadges({
  confidence,
  is_doubtful: isDoubtful,
}: Pick<CopilotBody, "confidence" | "is_doubtful">) {
  const { level, retrieval, inference, judge } = confidence;
  const evidence = level ? levels[level] : null;
  return (
    <>
      <p class="copilot-badges">
        {evidence ? (
          <span
            class={`grade grade-${evidence.tier}`}
            title={retrieval === null ? undefined : `Average similarity: ${retrieval.toFixed(2)}`}
          >
            <span class="grade-dot" aria-hidden="true" />
            {evidence.word}
          </span>
        ) : null}
        {judge === "rules" ? (
          <span class="grade" title="No model was used">
            Quotes only
          </span>
        ) : null}
        {judge === "model" && inference !== null ? (
          <span class={`grade grade-${tierOf(inference)}`} title="Confidence of the model">
            <span class="grade-dot" aria-hidden="true" />
            Confidence: {percent(inference)}, by a model
          </span>
        ) : null}
      </p>
      {isDoubtful ? (
        <p class="copilot-doubt" role="note">
          <Icon name="warning" /> Few sources were found. Check the documents before you rely on this.
        </p>
      ) : null}
    </>
  );
}

/** Steps as for grades of answers. */
function tierOf(share: number): "high" | "medium" | "low" {
  if (share > 0.75) return "high";
  return share >= 0.5 ? "medium" : "low";
}
