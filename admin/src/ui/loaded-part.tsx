import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { attempt } from "./attempt.ts";
import { createLoaded, type Loaded, type LoadedState } from "./loaded.ts";
import { ErrorState, Skeleton } from "./states.tsx";

interface PartProps<T> {
  state: LoadedState<T>;
  /** What it is, as in "The versions". */
  name: string;
  onRetry: () => void;
  children: (value: T) => ComponentChildren;
}

/** Something that is read from the server: grey bars, the thing itself, or why it is not there. */
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

/** Something of the server that one page shows. @param key of what is asked for; another one asks anew. */
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

/** Does one thing at a time; a refusal is said in a toast. */
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
