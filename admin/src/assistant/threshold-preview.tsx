import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { calibrationRoutes } from "../../../protocol/routes/calibration.ts";
import { useWorkspace } from "../app-context.ts";
import type { Loaded } from "../ui/loaded.ts";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { AnswerList } from "./answer-list.tsx";
import {
  binCount,
  binsOf,
  changedBetween,
  type GradedAnswer,
  nearest,
  type Preview,
  percent,
  tryThreshold,
} from "./threshold.ts";

const besideTheLine = 10;
const step = 0.01;

/** The threshold and its effect on the newest questions. */
export function ThresholdPreview({ tried, answers }: { tried: number; answers: Loaded<readonly GradedAnswer[]> }) {
  const { api, settings } = useWorkspace();
  const load = () =>
    answers.load(async (signal) => (await api.call(calibrationRoutes.listGradedAnswers, {}, { signal })).items);
  // A calibration that was set or removed changes every grade.
  const saved = settings.saved.value?.threshold ?? tried;
  useEffect(() => void load(), [saved]);
  const state = answers.state.value;
  return (
    <section class="settings-group" aria-labelledby="group-threshold">
      <h2 id="group-threshold">Confidence threshold</h2>
      <p class="muted">
        Below the threshold the answer goes to your team as a draft. Drag to see the effect on recent questions.
      </p>
      {state.type === "loading" ? <Skeleton rows={4} kind="card" label="Loading answers" /> : null}
      {state.type === "failed" ? (
        <ErrorState title="The answers could not be loaded" text={state.message} onRetry={() => void load()} />
      ) : null}
      {state.type === "ready" && state.value.length > 0 ? (
        <GradeBars answers={state.value} threshold={tried}>
          <Slider tried={tried} />
        </GradeBars>
      ) : null}
      {state.type === "failed" || (state.type === "ready" && state.value.length === 0) ? (
        <Slider tried={tried} />
      ) : null}
      {state.type === "ready" ? <Effect answers={state.value} saved={saved} tried={tried} /> : null}
    </section>
  );
}

function Slider({ tried }: { tried: number }) {
  const { settings } = useWorkspace();
  return (
    <div class="field">
      <input
        id="threshold"
        type="range"
        class="range"
        min={0}
        max={1}
        step={step}
        value={tried}
        aria-label="Confidence threshold"
        aria-valuetext={tried.toFixed(2)}
        onInput={(event) => settings.edit({ threshold: Number(event.currentTarget.value) })}
      />
      <p class="line-value">
        Hand over below <output for="threshold">{tried.toFixed(2)}</output>
      </p>
    </div>
  );
}

function Effect({ answers, saved, tried }: { answers: readonly GradedAnswer[]; saved: number; tried: number }) {
  if (answers.length === 0)
    return (
      <Notice
        title="No answers yet"
        text="The newest 200 questions will appear here, with the effect of the threshold on each."
      />
    );
  const changed = changedBetween(answers, saved, tried);
  const isMoved = tried !== saved;
  return (
    <>
      <PreviewTiles now={tryThreshold(answers, saved)} then={tryThreshold(answers, tried)} all={answers.length} />
      <AnswerList
        title={isMoved ? `Changes (${changed.length})` : "Close to the threshold"}
        text={
          isMoved
            ? "Recent questions with a different outcome."
            : "If most above are right and most below are wrong, the threshold is well set."
        }
        answers={isMoved ? changed : nearest(answers, tried, besideTheLine)}
        threshold={tried}
      />
    </>
  );
}

function PreviewTiles({ now, then, all }: { now: Preview; then: Preview; all: number }) {
  const difference = (before: number, after: number) =>
    before === after ? "" : ` (${after > before ? "+" : "−"}${Math.abs(after - before)})`;
  const tiles = [
    {
      label: "Shown to visitors",
      value: then.shown,
      note: percent(then.shown, all) + difference(now.shown, then.shown),
    },
    {
      label: "Handed over",
      value: then.toPerson,
      note: percent(then.toPerson, all) + difference(now.toPerson, then.toPerson),
    },
    {
      label: "Wrong answers shown",
      value: then.wrongShown,
      note: `of ${then.judgedShown} with feedback${difference(now.wrongShown, then.wrongShown)}`,
    },
    {
      label: "Good answers held back",
      value: then.rightToPerson,
      note: `drafts that your team found correct${difference(now.rightToPerson, then.rightToPerson)}`,
    },
  ];
  return (
    <dl class="trial" aria-live="polite">
      {tiles.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface BarsProps {
  answers: readonly GradedAnswer[];
  threshold: number;
  /** The slider below, as wide as the chart. */
  children: ComponentChildren;
}

/** A chart of answers by confidence and the agents' judgement, with the threshold marked. */
function GradeBars({ answers, threshold, children }: BarsProps) {
  const bins = binsOf(answers);
  const most = Math.max(1, ...bins.map(({ right, wrong, unjudged }) => right + wrong + unjudged));
  const height = (count: number) => ({ height: `${(count / most) * 100}%` });
  return (
    <div class="grade-bars">
      <p class="legend-line">
        <span class="key key-right">Correct</span>
        <span class="key key-wrong">Wrong</span>
        <span class="key key-unjudged">No feedback</span>
      </p>
      <div class="bars-stage" role="img" aria-label={spoken(answers, threshold)}>
        {bins.map(({ from, right, wrong, unjudged }) => (
          <span
            key={from}
            class={`bars-bin ${from + 1 / binCount <= threshold + 0.001 ? "bars-held" : ""}`}
            title={`${from.toFixed(2)} to ${(from + 1 / binCount).toFixed(2)}: ${right} correct, ${wrong} wrong, ${unjudged} without feedback`}
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
        <span>0, low confidence</span>
        <span>1, high confidence</span>
      </p>
    </div>
  );
}

function spoken(answers: readonly GradedAnswer[], threshold: number): string {
  const above = answers.filter(({ score, is_vetoed: isVetoed }) => !isVetoed && score >= threshold).length;
  return `${answers.length} answers by confidence; ${above} reach the threshold of ${threshold.toFixed(2)}.`;
}
