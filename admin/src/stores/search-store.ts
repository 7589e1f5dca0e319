import { type ReadonlySignal, signal } from "@preact/signals";
import type { SearchAudience } from "../../../protocol/admin.ts";
import type { Api, SearchResponse } from "../api.ts";
import { errorSentence } from "../api-error.ts";
import { createLatest } from "../lib/latest.ts";

const resultLimit = 10;

export type SearchState =
  | { type: "empty" }
  | { type: "searching"; before: SearchResponse | null }
  | { type: "done"; query: string; answer: SearchResponse }
  | { type: "failed"; message: string };

export interface SearchStore {
  readonly state: ReadonlySignal<SearchState>;
  run(query: string, audience: SearchAudience): Promise<void>;
}

/** The search tester: what the assistant would find for a question. */
export function createSearchStore(api: Pick<Api, "search">): SearchStore {
  const state = signal<SearchState>({ type: "empty" });
  const latest = createLatest();
  return {
    state,
    async run(query, audience) {
      const question = query.trim();
      if (question === "") {
        latest.cancel();
        state.value = { type: "empty" };
        return;
      }
      state.value = { type: "searching", before: state.value.type === "done" ? state.value.answer : null };
      await latest.run(
        (stop) => api.search({ q: question, limit: resultLimit, audience }, stop),
        (answer) => (state.value = { type: "done", query: question, answer }),
        (error) => (state.value = { type: "failed", message: errorSentence(error) }),
      );
    },
  };
}

export interface ScorePart {
  name: string;
  label: string;
  value: number;
  /** Share of the best value of this part among all results, 0..1: parts have scales of their own. */
  share: number;
}

const partLabels: Record<string, string> = {
  bm25: "Words",
  coverage: "Covered",
  vector: "Meaning",
  snippet: "Approved answer",
  heading: "Heading",
  recency: "Recency",
  set: "Document set",
  title: "Title",
};

/** A result's score parts as bars that can be compared down the list. */
export function scoreParts(
  parts: Record<string, number>,
  all: ReadonlyArray<{ parts: Record<string, number> }>,
): ScorePart[] {
  return Object.entries(parts).map(([name, value]) => {
    const best = Math.max(...all.map((result) => result.parts[name] ?? 0));
    const share = best > 0 ? Math.min(1, Math.max(0, value / best)) : 0;
    return { name, label: partLabels[name] ?? name.replaceAll("_", " "), value, share };
  });
}
