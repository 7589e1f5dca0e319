import { useSignal } from "@preact/signals";
import { maxReplayed, usualReplayed } from "../../../../protocol/release-limits.ts";
import type { ReleaseRunView, ReleaseSums } from "../../../../protocol/release-runs.ts";
import type { ReleaseView } from "../../../../protocol/releases.ts";
import { useWorkspace } from "../../app-context.ts";
import { FormError } from "../../ui/dialog-head.tsx";
import { percent } from "../../ui/format.ts";
import { Spinner } from "../../ui/states.tsx";
import { fullTime } from "../../ui/time.ts";
import { costText, timeText } from "./release-words.ts";
import { releasesStoreOf } from "./releases-store.ts";

/** Starts the test of a release, shows its progress and its result in figures. */
export function RunPanel({ release, run }: { release: ReleaseView; run: ReleaseRunView | null }) {
  const { may } = useWorkspace();
  const isAtWork = run?.state === "queued" || run?.state === "running";
  return (
    <section class="release-part release-run" aria-labelledby="release-run">
      <div class="release-part-head">
        <h2 id="release-run">Test</h2>
        {release.state === "open" && may("manager") && !isAtWork ? <TryForm release={release} run={run} /> : null}
      </div>
      {run ? null : release.state === "open" ? (
        <p class="muted">
          Asks the test questions and recent visitor questions twice: on the published version and on this release.
          Visitors are not affected. Tools and memories are off.
        </p>
      ) : (
        <p class="muted">Not tested.</p>
      )}
      {run && isAtWork ? <Progress run={run} /> : null}
      {run && !isAtWork ? <Ended run={run} /> : null}
      {run && run.done > 0 ? <Figures run={run} /> : null}
    </section>
  );
}

function TryForm({ release, run }: { release: ReleaseView; run: ReleaseRunView | null }) {
  const { api, toasts } = useWorkspace();
  const releases = releasesStoreOf(api);
  const questions = useSignal(String(run?.wanted ?? usualReplayed));
  const begin = async (event: Event) => {
    event.preventDefault();
    if (!release.is_ready) return;
    const problem = await releases.tryIt(Math.round(Number(questions.value)));
    if (problem) toasts.fail(problem);
  };
  return (
    <form class="release-try" onSubmit={begin}>
      <label>
        Last{" "}
        <input
          class="input release-number"
          type="number"
          min={0}
          max={maxReplayed}
          required
          value={questions.value}
          onInput={(event) => (questions.value = event.currentTarget.value)}
        />{" "}
        real questions
      </label>
      <button
        type="submit"
        class={`btn ${run && !run.is_outdated && run.state === "done" ? "" : "primary"}`}
        aria-disabled={!release.is_ready || releases.busy.value}
      >
        {releases.busy.value ? <Spinner /> : null} {run ? "Test again" : "Test release"}
      </button>
      {release.is_ready ? null : <span class="muted">It is empty, or a document is still being read.</span>}
    </form>
  );
}

function Progress({ run }: { run: ReleaseRunView }) {
  const { api, may, toasts } = useWorkspace();
  const stop = async () => {
    const problem = await releasesStoreOf(api).stopTrying();
    if (problem) toasts.fail(problem);
  };
  return (
    <div class="release-progress">
      <progress class="progress" max={Math.max(1, run.questions)} value={run.done} aria-label="Questions asked" />
      <span role="status">
        {run.questions === 0 ? "Choosing questions" : `${run.done} of ${run.questions} questions asked`}
      </span>
      {may("manager") ? (
        <button type="button" class="btn small" onClick={() => void stop()}>
          Stop
        </button>
      ) : null}
    </div>
  );
}

function Ended({ run }: { run: ReleaseRunView }) {
  const when = run.finished_at ? fullTime(run.finished_at) : "";
  const real = run.questions - run.regression_questions;
  return (
    <>
      <p class="line-facts">
        <span>
          {run.state === "done" ? "Tested" : run.state === "cancelled" ? "Stopped" : "Failed"} by {run.begun_by}, {when}
        </span>
        <span>
          {real} real and {run.regression_questions} test questions
        </span>
        {run.is_outdated ? <span class="chip chip-doc-failed">the release has changed since</span> : null}
      </p>
      {run.error ? <FormError text={run.error} /> : null}
      {run.state === "done" && run.questions === 0 ? (
        <p class="muted">No questions to ask. Add test questions, or wait for visitors' questions.</p>
      ) : null}
      {run.failing > 0 ? (
        <p class="release-failing">
          {run.failing === 1 ? "One test question is" : `${run.failing} test questions are`} not answered as expected.
        </p>
      ) : null}
    </>
  );
}

function Figures({ run: { before, after, done } }: { run: ReleaseRunView }) {
  const rows: [string, (sums: ReleaseSums) => string][] = [
    ["Answered by the assistant", ({ answered }) => `${answered} of ${done}`],
    ["Average confidence", ({ grade }) => (grade === null ? "none" : percent(grade))],
    ["Median time", ({ median_ms }) => timeText(median_ms)],
    ["Time, 95th percentile", ({ p95_ms }) => timeText(p95_ms)],
    ["Total cost", ({ cost_usd }) => costText(cost_usd)],
  ];
  return (
    <div class="table-scroll">
      <table class="release-figures">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Measure</span>
            </th>
            <th scope="col">Published</th>
            <th scope="col">This release</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, of]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{of(before)}</td>
              <td>{of(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
