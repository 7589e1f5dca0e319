import type { ComponentChildren } from "preact";
import type { LoadedState } from "./loaded.ts";
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
