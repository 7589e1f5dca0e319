import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import { attempt } from "./attempt.ts";
import { createLoaded, type Loaded } from "./loaded.ts";

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
  const run = async <T>(work: () => Promise<T>, then: (done: T) => void): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    const came = await attempt(work);
    busy.value = false;
    if ("problem" in came) toasts.fail(came.problem);
    else then(came.done);
  };
  return { busy, run };
}
