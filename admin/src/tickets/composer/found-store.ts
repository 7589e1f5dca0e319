import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { SearchResult } from "../../../../protocol/admin.ts";
import type { Api } from "../../ui/api.ts";
import { createLatest } from "../../ui/latest.ts";

const typingPauseMs = 150;
const resultLimit = 8;

export interface FoundStore {
  readonly query: ReadonlySignal<string>;
  readonly results: ReadonlySignal<readonly SearchResult[]>;
  readonly searching: ReadonlySignal<boolean>;
  /** What went wrong, null when nothing did. */
  readonly error: ReadonlySignal<unknown>;
  type(text: string): void;
  stop(): void;
}

/** Passages of the library that match what is typed, those for the team alone too. */
export function createFoundStore(api: Pick<Api, "search">): FoundStore {
  const query = signal("");
  const results = signal<readonly SearchResult[]>([]);
  const searching = signal(false);
  const error = signal<unknown>(null);
  const latest = createLatest();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(text: string): void {
    void latest.run(
      (stop) => api.search({ q: text, limit: resultLimit, audience: "internal" }, stop),
      (answer) =>
        batch(() => {
          results.value = answer.results;
          searching.value = false;
        }),
      (cause) =>
        batch(() => {
          error.value = cause;
          searching.value = false;
        }),
    );
  }

  return {
    query,
    results,
    searching,
    error,
    type(text) {
      const wanted = text.trim();
      clearTimeout(timer);
      latest.cancel();
      batch(() => {
        query.value = text;
        error.value = null;
        searching.value = wanted !== "";
        if (wanted === "") results.value = [];
      });
      if (wanted !== "") timer = setTimeout(look, typingPauseMs, wanted);
    },
    stop() {
      clearTimeout(timer);
      latest.cancel();
    },
  };
}
