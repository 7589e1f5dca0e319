import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { now } from "../../ui/now.ts";
import { Spinner } from "../../ui/states.tsx";
import { fullTime, shortAge } from "../../ui/time.ts";
import type { AidsStore } from "./assist-store.ts";

interface RecapCardProps {
  store: AidsStore;
  /** When the newest message was written. */
  newest: string;
}

/** What was asked, tried and is open, for the team alone; one line until it is opened. */
export function RecapCard({ store, newest }: RecapCardProps) {
  const { may } = useWorkspace();
  const recap = store.recap.value;
  const busy = store.recapping.value;
  if (!recap) return <NoRecap busy={busy} problem={store.problem.value} />;
  const isStale = recap.is_stale || newest > recap.created_at;
  return (
    <details class="recap">
      <summary>
        <Icon name="lock" />
        <strong>Summary</strong>
        <span class="recap-line" dir="auto">
          {recap.asked}
        </span>
        {isStale ? <span class="chip">Outdated</span> : null}
      </summary>
      <dl dir="auto">
        <dt>Asked</dt>
        <dd>{recap.asked}</dd>
        <dt>Tried</dt>
        <dd>{recap.tried}</dd>
        <dt>Open</dt>
        <dd>{recap.open}</dd>
      </dl>
      <p class="recap-foot">
        <span>
          {recap.writer === "model" ? "Written by a model" : "Quoted from the thread"},{" "}
          <time dateTime={recap.created_at} title={fullTime(recap.created_at)}>
            {shortAge(recap.created_at, now.value)}
          </time>
          . Visitors never see it.
        </span>
        {may("agent") ? (
          <button type="button" class="btn small" aria-disabled={busy} onClick={() => void store.sumUp()}>
            {busy ? <Spinner /> : null} Summarize again
          </button>
        ) : null}
      </p>
      {store.problem.value ? (
        <p class="form-error" role="alert">
          {store.problem.value}
        </p>
      ) : null}
    </details>
  );
}

/** While it is made, and when it could not be. */
function NoRecap({ busy, problem }: { busy: boolean; problem: string }) {
  if (busy)
    return (
      <p class="recap recap-busy" role="status">
        <Spinner /> Summarizing…
      </p>
    );
  if (problem === "") return null;
  return (
    <p class="recap recap-busy" role="alert">
      No summary yet. {problem}
    </p>
  );
}
