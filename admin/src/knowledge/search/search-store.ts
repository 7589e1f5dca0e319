import { type ReadonlySignal, signal } from "@preact/signals";
import type { SearchAudience, SearchResponse, SearchResult } from "../../../../protocol/admin.ts";
import type { TriedAnswer } from "../../../../protocol/admin-try.ts";
import { searchRoutes } from "../../../../protocol/routes/search.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { createLatest } from "../../ui/latest.ts";

const resultLimit = 10;
/** In ms. A model may take long; the server times out earlier. */
const answerTimeoutMs = 70_000;

export type SearchState =
  | { type: "empty" }
  | { type: "searching"; before: SearchResponse | null }
  | { type: "done"; query: string; answer: SearchResponse }
  | { type: "failed"; message: string };

/** The dry-run answer for a visitor; `none` when none was requested. */
export type AnswerState =
  | { type: "none" }
  | { type: "asking" }
  | { type: "done"; answer: TriedAnswer }
  | { type: "failed"; message: string };

export interface SearchStore {
  readonly state: ReadonlySignal<SearchState>;
  readonly answer: ReadonlySignal<AnswerState>;
  run(query: string, audience: SearchAudience): Promise<void>;
  /** Requests the answer as well; reuses a recent one unless `again` is set. */
  tryAnswer(query: string, options?: { again: boolean }): Promise<void>;
}

/** The search tester: search results for a question. */
export function createSearchStore(
  { call }: Pick<Api, "call">,
  { onAnswered }: { onAnswered?: () => void } = {},
): SearchStore {
  const state = signal<SearchState>({ type: "empty" });
  const answer = signal<AnswerState>({ type: "none" });
  const latest = createLatest();
  const latestAnswer = createLatest();
  const given = new Map<string, TriedAnswer>();
  return {
    state,
    answer,
    async tryAnswer(query, { again } = { again: false }) {
      const question = query.trim();
      const known = again ? undefined : given.get(question);
      latestAnswer.cancel();
      answer.value = question === "" ? { type: "none" } : known ? { type: "done", answer: known } : { type: "asking" };
      if (answer.value.type !== "asking") return;
      await latestAnswer.run(
        (stop) => call(searchRoutes.tryAnswer, { body: { q: question } }, { signal: stop, timeoutMs: answerTimeoutMs }),
        (tried) => {
          given.set(question, tried);
          onAnswered?.();
          answer.value = { type: "done", answer: tried };
        },
        (error) => (answer.value = { type: "failed", message: errorSentence(error) }),
      );
    },
    async run(query, audience) {
      const question = query.trim();
      if (question === "") {
        latest.cancel();
        state.value = { type: "empty" };
        return;
      }
      state.value = { type: "searching", before: state.value.type === "done" ? state.value.answer : null };
      await latest.run(
        (stop) =>
          call(
            searchRoutes.searchKnowledge,
            { query: { q: question, limit: resultLimit, audience, explain: "1" } },
            { signal: stop },
          ),
        (answer) => (state.value = { type: "done", query: question, answer }),
        (error) => (state.value = { type: "failed", message: errorSentence(error) }),
      );
    },
  };
}

/** Unrelated texts score below these values of coverage and similarity. */
const weakCoverage = 0.15;
const weakNearness = 0.35;

/** The passage was found because nothing else is closer, not because it fits. */
export function isWeak({ parts }: Pick<SearchResult, "parts">): boolean {
  return (parts["coverage"] ?? 0) < weakCoverage && (parts["vector"] ?? 0) < weakNearness;
}

export interface ScorePart {
  name: string;
  label: string;
  value: number;
  /** Share of the highest value of this part among all results, 0 to 1: each part has its own scale. */
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

/** A result's score parts as bars that are comparable across the list. */
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
