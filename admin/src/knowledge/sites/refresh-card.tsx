import { useSignal } from "@preact/signals";
import type { DocumentRefresh } from "../../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../../protocol/refresh-every.ts";
import { useWorkspace } from "../../app-context.ts";
import { now } from "../../ui/now.ts";
import { Spinner } from "../../ui/states.tsx";
import { fullTime } from "../../ui/time.ts";
import { RefreshSelect } from "./refresh-select.tsx";
import { ago, everyWords, failureWords, inWords } from "./refresh-words.ts";

/** Of a page: when it came, when it comes again, and what is in the way. */
export function RefreshCard({ refresh }: { refresh: DocumentRefresh }) {
  const { document: store, toasts, may } = useWorkspace();
  const busy = useSignal(false);
  const run = async (work: () => Promise<string | null>, done: string) => {
    if (busy.value) return;
    busy.value = true;
    const problem = await work();
    busy.value = false;
    if (problem) toasts.fail(problem);
    else toasts.show(done);
  };
  const change = (every: RefreshEvery) => run(() => store.change({ refresh: every }), scheduleDone(every));
  const failure = failureWords(refresh, now.value);
  return (
    <section class="refresh-card" aria-label="Fetching">
      <div class="refresh-facts">
        <p>
          <Times refresh={refresh} />
        </p>
        {failure ? <p class="document-error">{failure} The previous version stays live.</p> : null}
        {refresh.gone_at ? (
          <p class="refresh-gone">
            No longer listed in its sitemap since {ago(refresh.gone_at, now.value)}. Delete it if the page is gone for
            good.
          </p>
        ) : null}
      </div>
      {may("manager") ? (
        <div class="refresh-actions">
          <RefreshSelect
            label="Fetch again"
            hidesLabel
            value={refresh.every}
            onChange={(every) => void change(every)}
          />
          <button
            type="button"
            class="btn"
            aria-disabled={busy.value || refresh.is_fetching}
            onClick={() =>
              refresh.is_fetching ? undefined : void run(() => store.fetchNow(), "The page is being fetched")
            }
          >
            {refresh.is_fetching ? <Spinner /> : null} {refresh.is_fetching ? "Fetching" : "Fetch now"}
          </button>
        </div>
      ) : (
        <p class="muted">{everyWords[refresh.every]}</p>
      )}
    </section>
  );
}

function Times({ refresh }: { refresh: DocumentRefresh }) {
  const { fetched_at: last, changed_at: changed, next_at: next, failures } = refresh;
  const time = (iso: string, words: string) => (
    <time dateTime={iso} title={fullTime(iso)}>
      {words}
    </time>
  );
  return (
    <>
      {last ? <>Fetched {time(last, ago(last, now.value))}</> : "A web page"}
      {changed ? <>, text changed {time(changed, ago(changed, now.value))}</> : null}
      {next && failures === 0 ? <>. Fetched again {time(next, inWords(next, now.value))}</> : null}.
    </>
  );
}

function scheduleDone(every: RefreshEvery): string {
  return every === "off" ? "Not refreshed automatically" : `Refreshed ${everyWords[every].toLowerCase()}`;
}
