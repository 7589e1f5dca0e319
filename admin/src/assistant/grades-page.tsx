import { calibrationRoutes } from "../../../protocol/routes/calibration.ts";
import { useDoing } from "../ui/loaded-part.tsx";
import "./assistant.css";
import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { CalibrationReport } from "../../../protocol/admin-calibration.ts";
import { useWorkspace } from "../app-context.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { createLoaded } from "../ui/loaded.ts";
import { ErrorState, Notice, Skeleton, Spinner } from "../ui/states.tsx";
import { type CalibrationRead, type GradedAnswer, percent } from "./threshold.ts";
import { ThresholdPreview } from "./threshold-preview.tsx";

// The page loads its own style sheet.

/** The confidence threshold, tested on recent questions of visitors. */
export function GradesPage() {
  const { may } = useWorkspace();
  const [answers] = useState(() => createLoaded<readonly GradedAnswer[]>());
  const text = "Choose how confident an answer must be before visitors see it.";
  if (!may("admin"))
    return (
      <SettingsFrame
        title="Confidence"
        text={text}
        fields={() => <Notice title="Only admins can change the confidence threshold" />}
      />
    );
  return (
    <SettingsFrame
      title="Confidence"
      text={text}
      fields={(edited) => <ThresholdPreview tried={edited.threshold} answers={answers} />}
      // Later, because it would move when the answers appear above it.
      below={() => (answers.state.value.type === "loading" ? null : <CalibrationPart />)}
    />
  );
}

/** Acceptable shares of wrong answers. */
const shares = [0.02, 0.05, 0.08, 0.1, 0.15, 0.2] as const;
const usualShare = 0.08;

/** The accuracy of confidence for this tenant, and the scale and threshold that fit the agents' judgements. */
function CalibrationPart() {
  const { api } = useWorkspace();
  const mostWrong = useSignal<number>(usualShare);
  const [loaded] = useState(() => createLoaded<CalibrationRead>());
  const load = () =>
    loaded.load((signal) =>
      api.call(calibrationRoutes.readCalibration, { query: { most_wrong: mostWrong.peek() } }, { signal }),
    );
  useEffect(() => void load(), [mostWrong.value]);
  const state = loaded.state.value;
  return (
    <section class="settings-group" aria-labelledby="group-scale">
      <h2 id="group-scale">Confidence accuracy</h2>
      {state.type === "loading" ? <Skeleton rows={4} kind="card" label="Loading answers with feedback" /> : null}
      {state.type === "failed" ? (
        <ErrorState title="The calibration could not be loaded" text={state.message} onRetry={() => void load()} />
      ) : null}
      {state.type === "ready" ? (
        <>
          <WorthTable report={state.value.report} />
          <label class="field field-inline">
            <span>Maximum share of wrong answers</span>
            <select
              class="input"
              value={mostWrong.value}
              onChange={(event) => (mostWrong.value = Number(event.currentTarget.value))}
            >
              {shares.map((share) => (
                <option key={share} value={share}>
                  {Math.round(share * 100)} %
                </option>
              ))}
            </select>
          </label>
          <Proposal read={state.value} mostWrong={mostWrong.value} onChanged={() => void load()} />
        </>
      ) : null}
    </section>
  );
}

function WorthTable({ report }: { report: CalibrationReport }) {
  const { curve, labels, grader, days } = report;
  const judged = curve.filter(({ now }) => now.answers > 0);
  if (judged.length === 0) return <p class="muted">No answers in the last {days} days.</p>;
  return (
    <>
      <p class="muted">
        Answers with feedback in the last {days} days: {labels.right + labels.wrong} ({labels.right} correct,{" "}
        {labels.wrong} wrong), including weaker signs such as a request for the team. {graderText(grader)}
      </p>
      <table class="table worth">
        <thead>
          <tr>
            <th scope="col">Confidence</th>
            <th scope="col">Answers</th>
            <th scope="col">With feedback</th>
            <th scope="col">Correct</th>
          </tr>
        </thead>
        <tbody>
          {judged.map(({ from, to, now }) => (
            <tr key={from}>
              <th scope="row">
                {from.toFixed(1)} to {to.toFixed(1)}
              </th>
              <td>{now.answers}</td>
              <td>{now.labelled}</td>
              <td>
                {now.right === null ? (
                  <span class="muted">–</span>
                ) : (
                  <span class="worth-bar">
                    <span style={{ width: `${now.right * 100}%` }} />
                    <b>{Math.round(now.right * 100)} %</b>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function graderText(grader: string): string {
  if (grader.startsWith("extractive")) return "Confidence by the built-in answerer.";
  return `Answers of ${grader.replace(/, \w+ by /, ", rated by ").replace(/, prompts (\d+)$/, ", prompt version $1")}.`;
}

interface ProposalProps {
  read: CalibrationRead;
  mostWrong: number;
  onChanged: () => void;
}

function Proposal({ read, mostWrong, onChanged }: ProposalProps) {
  const { report, calibration } = read;
  const { now, proposed, refusal } = report;
  return (
    <div class="proposal">
      {refusal || !proposed ? (
        <p>{refusal}</p>
      ) : (
        <p>
          Suggested threshold, on your own scale: <strong>{proposed.threshold?.toFixed(2)}</strong>. Shown to visitors:{" "}
          {proposed.shown} of {report.answers} answers (now {now.shown}). Handed over: {proposed.to_person} (now{" "}
          {now.to_person}). Wrong among the shown answers with feedback: {percent(proposed.wrong_of_shown ?? 0, 1)}
          {now.wrong_of_shown === null ? "" : ` (now ${percent(now.wrong_of_shown, 1)})`}.
        </p>
      )}
      {calibration ? <p class="muted">{standing(read)}</p> : null}
      <ProposalButtons
        canApply={refusal === null && proposed !== null}
        canUndo={calibration !== null}
        mostWrong={mostWrong}
        onChanged={onChanged}
      />
    </div>
  );
}

function standing({ calibration, is_at_work: isAtWork }: CalibrationRead): string {
  if (!calibration) return "";
  const { right, wrong } = calibration.labels;
  const answers = `${right} correct and ${wrong} wrong answers`;
  return isAtWork
    ? `This workspace uses its own scale, based on ${answers}.`
    : `The scale based on ${answers} is not used: it was made for ${calibration.grader}, but another model rates answers now.`;
}

interface ButtonProps {
  canApply: boolean;
  canUndo: boolean;
  mostWrong: number;
  onChanged: () => void;
}

function ProposalButtons({ canApply, canUndo, mostWrong, onChanged }: ButtonProps) {
  const { api, settings, toasts } = useWorkspace();
  const { busy, run: doIt } = useDoing();
  const isUnsaved = settings.dirty.value;
  const run = (ask: () => Promise<{ threshold: number }>, done: (threshold: string) => string) =>
    doIt(
      async () => {
        const { threshold } = await ask();
        await settings.load();
        return threshold;
      },
      (threshold) => {
        toasts.show(done(threshold.toFixed(2)));
        onChanged();
      },
    );
  return (
    <div class="proposal-actions">
      {canApply ? (
        <button
          type="button"
          class="btn"
          disabled={busy.value || isUnsaved}
          onClick={() =>
            void run(
              () => api.call(calibrationRoutes.calibrate, { body: { most_wrong: mostWrong } }),
              (line) => `Set the threshold to ${line}`,
            )
          }
        >
          {busy.value ? <Spinner /> : null} Use this scale and threshold
        </button>
      ) : null}
      {canUndo ? (
        <button
          type="button"
          class="btn ghost"
          disabled={busy.value || isUnsaved}
          onClick={() =>
            void run(
              () => api.call(calibrationRoutes.undoCalibration),
              (line) => `Set the threshold back to ${line}`,
            )
          }
        >
          Undo the last change
        </button>
      ) : null}
      {isUnsaved && (canApply || canUndo) ? <small>Save or discard your changes first.</small> : null}
    </div>
  );
}
