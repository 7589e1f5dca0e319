import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { attempt } from "./attempt.ts";
import { createLoaded, type Loaded, type LoadedState } from "./loaded.ts";
import { ErrorState, Skeleton } from "./states.tsx";

interface PartProps<T> {
  state: LoadedState<T>;
  /** Name of the content, as in "The versions". */
  name: string;
  onRetry: () => void;
  children: (value: T) => ComponentChildren;
}

/** Content loaded from the server: a placeholder, the content, or an error message. */
export function LoadedPart<T>({ state, name, onRetry, children }: PartProps<T>) {
  switch (state.type) {
    case "loading":
      return <Skeleton rows={4} kind="card" label={`${name}: loading`} />;
    case "failed":
      return <ErrorState title={`${name} could not be loaded`} text={state.message} onRetry={onRetry} />;
    case "ready":
      return <>{children(state.value)}</>;
    default:
      return state satisfies never;
  }
}

/** Loads data for one page. @param key of the request; another key loads again. */
export function useAsked<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
): Loaded<T> & { again(): Promise<void> } {
  const loaded = useMemo(() => createLoaded<T>(), []);
  useEffect(() => {
    loaded.reset();
    void loaded.load(ask);
    return () => loaded.reset();
  }, [key]);
  return { ...loaded, again: () => loaded.load(ask) };
}

/** Runs one action at a time; a toast shows errors. */
export function useDoing() {
  const { toasts } = useWorkspace();
  const busy = useSignal(false);
  const run = async <T,>(work: () => Promise<T>, then: (done: T) => void): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    const came = await attempt(work);
    busy.value = false;
    if ("problem" in came) toasts.fail(came.problem);
    else then(came.done);
  };
  return { busy, run };
}
