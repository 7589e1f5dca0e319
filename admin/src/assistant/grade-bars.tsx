import type { ComponentChildren } from "preact";
import { binCount, binsOf, type GradedAnswer } from "./threshold.ts";

interface BarsProps {
  answers: readonly GradedAnswer[];
  threshold: number;
  /** The slider below, as wide as the picture. */
  children: ComponentChildren;
}

/** Answers by their grade, by what people made of them, with the line between what is given and what is not. */
export function GradeBars({ answers, threshold, children }: BarsProps) {
  const bins = binsOf(answers);
  const most = Math.max(1, ...bins.map(({ right, wrong, unjudged }) => right + wrong + unjudged));
  const height = (count: number) => ({ height: `${(count / most) * 100}%` });
  return (
    <div class="grade-bars">
      <p class="legend-line">
        <span class="key key-right">Correct</span>
        <span class="key key-wrong">Wrong</span>
        <span class="key key-unjudged">Not rated</span>
      </p>
      <div class="bars-stage" role="img" aria-label={spoken(answers, threshold)}>
        {bins.map(({ from, right, wrong, unjudged }) => (
          <span
            key={from}
            class={`bars-bin ${from + 1 / binCount <= threshold + 0.001 ? "bars-held" : ""}`}
            title={`${from.toFixed(2)} to ${(from + 1 / binCount).toFixed(2)}: ${right} correct, ${wrong} wrong, ${unjudged} not rated`}
          >
            <span class="bar-unjudged" style={height(unjudged)} />
            <span class="bar-wrong" style={height(wrong)} />
            <span class="bar-right" style={height(right)} />
          </span>
        ))}
        <span class="bars-line" style={{ insetInlineStart: `${threshold * 100}%` }} />
      </div>
      {children}
      <p class="bars-scale" aria-hidden="true">
        <span>0, not sure</span>
        <span>1, sure</span>
      </p>
    </div>
  );
}

function spoken(answers: readonly GradedAnswer[], threshold: number): string {
  const above = answers.filter(({ score, is_vetoed: isVetoed }) => !isVetoed && score >= threshold).length;
  return `${answers.length} answers by confidence; ${above} reach the threshold of ${threshold.toFixed(2)}.`;
}
