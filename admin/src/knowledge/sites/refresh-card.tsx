import type { DocumentRefresh, SiteView } from "../../../../protocol/refresh.ts";
import { type RefreshEvery, refreshEvery } from "../../../../protocol/refresh-every.ts";
import { useWorkspace } from "../../app-context.ts";
import { Spinner } from "../../ui/states.tsx";
import { ageWords, fullTime, now, spanWords } from "../../ui/time.ts";
import { useButtonWork } from "../../ui/work.ts";
import { documentStoreOf } from "../documents/document-store.ts";

/** For web pages: last fetch, next fetch and errors. */
export function RefreshCard({ refresh, hasText }: { refresh: DocumentRefresh; hasText: boolean }) {
  const { api, may } = useWorkspace();
  const store = documentStoreOf(api);
  const { busy, run } = useButtonWork();
  const change = (every: RefreshEvery) => run(() => store.change({ refresh: every }), scheduleDone(every));
  const failure = failureWords(refresh, now.value);
  return (
    <section class="refresh-card" aria-label="Fetching">
      <div class="refresh-facts">
        <p>
          <Times refresh={refresh} />
        </p>
        {failure ? (
          <p class="document-error">
            {failure} {hasText ? "The previous version stays live." : ""}
          </p>
        ) : null}
        {refresh.gone_at ? (
          <p class="refresh-gone">
            No longer listed in its sitemap since {ageWords(refresh.gone_at, now.value)}. Delete it if the page is gone
            for good.
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
      {last ? <>Fetched {time(last, ageWords(last, now.value))}</> : "A web page"}
      {changed ? <>, text changed {time(changed, ageWords(changed, now.value))}</> : null}
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

/** Why the last fetch failed, since when, and what comes next; null without a failure. */
export function failureWords(fetching: Fetching, now: number): string | null {
  const { failures, failing_since: since, error, is_stopped: isStopped, next_at: next } = fetching;
  if (failures === 0) return null;
  const begun = since && failures > 1 ? `First failed ${ageWords(since, now)}.` : "";
  const then = isStopped
    ? "Automatic fetching has stopped: fetch it when it works again."
    : next
      ? `Next try ${inWords(next, now)}.`
      : "";
  return [error ?? "The page could not be fetched.", begun, then].filter(Boolean).join(" ");
}

/** Last and next fetch of a page; empty when both are unknown. */
export function fetchedWords({ fetched_at: last, next_at: next, failures }: DocumentRefresh, now: number): string {
  const words = [
    last ? `fetched ${ageWords(last, now)}` : "",
    next && failures === 0 ? `next ${inWords(next, now)}` : "",
  ].filter(Boolean);
  return words.join(", ");
}

/** `soon`, `in 3 hours`. */
export function inWords(iso: string, now: number): string {
  const left = Date.parse(iso) - now;
  return left < 60_000 ? "soon" : spanWords(left);
}
