import type { DocumentRefresh, SiteView } from "../../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../../protocol/refresh-every.ts";
import { shortAge, shortSpan } from "../../ui/time.ts";

export const everyWords: Record<RefreshEvery, string> = {
  off: "Never",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every month",
};

type Fetching = Pick<DocumentRefresh & SiteView, "failures" | "failing_since" | "error" | "is_stopped" | "next_at">;

/** Since when and why something cannot be fetched, and what is done about it; null when nothing is wrong. */
export function failureWords(fetching: Fetching, now: number): string | null {
  const { failures, failing_since: since, error, is_stopped: isStopped, next_at: next } = fetching;
  if (failures === 0) return null;
  const begun = since ? ` for ${age(since, now)}` : "";
  const then = isStopped ? "No automatic retry." : next ? `Next try ${inWords(next, now)}.` : "";
  return `Could not be fetched${begun}: ${error ?? "unknown reason."} ${then}`.trim();
}

/** When a page came last and when it comes next; empty where neither is known. */
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
