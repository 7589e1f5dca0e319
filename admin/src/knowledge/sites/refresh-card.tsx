import type { DocumentRefresh, SiteView } from "../../../../protocol/refresh.ts";
import { type RefreshEvery, refreshEvery } from "../../../../protocol/refresh-every.ts";
import { useWorkspace } from "../../app-context.ts";
import { Spinner } from "../../ui/states.tsx";
import { fullTime, now, shortAge, shortSpan } from "../../ui/time.ts";
import { useButtonWork } from "../../ui/work.ts";

/** For web pages: last fetch, next fetch and errors. */
export function RefreshCard({ refresh }: { refresh: DocumentRefresh }) {
  const { document: store, may } = useWorkspace();
  const { busy, run } = useButtonWork();
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
              refresh.is_fetching ? undefined : void run(() => store.fetchNow(), "Started to fetch the page")
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

interface SelectProps {
  label: string;
  value: RefreshEvery;
  disabled?: boolean;
  hidesLabel?: boolean;
  onChange: (every: RefreshEvery) => void;
}

/** Choice of the refetch interval. */
export function RefreshSelect({ label, value, disabled = false, hidesLabel = false, onChange }: SelectProps) {
  return (
    <label class="field">
      <span class={hidesLabel ? "visually-hidden" : undefined}>{label}</span>
      <select
        class="input"
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const chosen = refreshEvery.find((every) => every === currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      >
        {refreshEvery.map((every) => (
          <option key={every} value={every}>
            {everyWords[every]}
          </option>
        ))}
      </select>
    </label>
  );
}

export const everyWords: Record<RefreshEvery, string> = {
  off: "Never",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every month",
};

type Fetching = Pick<DocumentRefresh & SiteView, "failures" | "failing_since" | "error" | "is_stopped" | "next_at">;

/** Start and reason of a fetch failure and the next step; null without a failure. */
export function failureWords(fetching: Fetching, now: number): string | null {
  const { failures, failing_since: since, error, is_stopped: isStopped, next_at: next } = fetching;
  if (failures === 0) return null;
  const begun = since ? ` for ${age(since, now)}` : "";
  const then = isStopped ? "No automatic retry." : next ? `Next try ${inWords(next, now)}.` : "";
  return `Could not be fetched${begun}: ${error ?? "unknown reason."} ${then}`.trim();
}

/** Last and next fetch of a page; empty when both are unknown. */
export function fetchedWords({ fetched_at: last, next_at: next, failures }: DocumentRefresh, now: number): string {
  const words = [
    last ? `fetched ${ago(last, now)}` : "",
    next && failures === 0 ? `next ${inWords(next, now)}` : "",
  ].filter(Boolean);
  return words.join(", ");
}

/** `now`, `3h ago`. */
export function ago(iso: string, now: number): string {
  const words = shortAge(iso, now);
  return words === "now" ? "just now" : `${words} ago`;
}

/** `soon`, `in 3h`. */
export function inWords(iso: string, now: number): string {
  const left = Date.parse(iso) - now;
  return left < 60_000 ? "soon" : `in ${shortSpan(left)}`;
}

function age(iso: string, now: number): string {
  return shortSpan(Math.max(0, now - Date.parse(iso)));
}
