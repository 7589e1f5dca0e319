import { useSignal } from "@preact/signals";
import type { Retention, RetentionRun } from "../../../protocol/admin-data.ts";
import { useWorkspace } from "../app-context.ts";
import { errorSentence } from "../ui/api-error.ts";
import { now } from "../ui/now.ts";
import { fullTime, shortAge } from "../ui/time.ts";
import { countsText } from "./retention-words.ts";

/** The last times that something was removed, and a way to have it done now. */
export function RetentionRuns({ retention, onAsk }: { retention: Retention; onAsk: () => void }) {
  const { api, toasts } = useWorkspace();
  const busy = useSignal(false);
  const run = async () => {
    if (busy.value) return;
    busy.value = true;
    try {
      await api.ask<RetentionRun>("/retention/run", { method: "POST", body: {} });
      toasts.show("Clean-up starts within a minute");
      onAsk();
    } catch (error) {
      toasts.fail(errorSentence(error));
    }
    busy.value = false;
  };
  return (
    <>
      <p class="muted">Runs every six hours.</p>
      {retention.runs.length === 0 ? <p>Nothing deleted yet.</p> : null}
      <ul class="kept-runs">
        {retention.runs.map((each) => (
          <li key={each.id}>
            <time class="muted" dateTime={each.started_at} title={fullTime(each.started_at)}>
              {shortAge(each.started_at, now.value)}
            </time>
            <span>
              {countsText(each.counts)}
              {each.finished_at === null ? <small class="muted"> so far, still running</small> : null}
            </span>
          </li>
        ))}
      </ul>
      <div class="kept-actions">
        <button type="button" class="btn" aria-disabled={busy.value} onClick={() => void run()}>
          Clean up now
        </button>
      </div>
    </>
  );
}
