import { type ReadonlySignal, signal } from "@preact/signals";
import { errorSentence } from "./api-call.ts";
import { createLatest } from "./latest.ts";

export type LoadedState<T> = { type: "loading" } | { type: "ready"; value: T } | { type: "failed"; message: string };

/** One item loaded from the server; of two reads the later one wins. */
export interface Loaded<T> {
  readonly state: ReadonlySignal<LoadedState<T>>;
  load(ask: (signal: AbortSignal) => Promise<T>): Promise<void>;
  set(value: T): void;
  /** Returns to the state before the first read. */
  reset(): void;
}

export function createLoaded<T>(): Loaded<T> {
  const state = signal<LoadedState<T>>({ type: "loading" });
  const latest = createLatest();
  return {
    state,
    load: (ask) =>
      latest.run(
        ask,
        (value) => (state.value = { type: "ready", value }),
        (error) => (state.value = { type: "failed", message: errorSentence(error) }),
      ),
    set(value) {
      latest.cancel();
      state.value = { type: "ready", value };
    },
    reset() {
      latest.cancel();
      state.value = { type: "loading" };
    },
  };
}
