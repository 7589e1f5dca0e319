import { useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { ApiError, errorSentence } from "./api-call.ts";

/** What came of something that was asked for. */
export type Attempt<T> = { done: T } | { problem: string };

/** Does it, and has a sentence where it was refused. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { done: await work() };
  } catch (cause) {
    return { problem: errorSentence(cause) };
  }
}

/**
 * Reads once more what is open, and takes it unless something else was taken or opened in the meantime. What is gone in another window is said;
 * anything else heals with the next reading.
 */
export async function reread<Value>({
  read,
  isOpen,
  take,
  gone,
}: {
  read: () => Promise<Value>;
  /** The same thing is open still. */
  isOpen: () => boolean;
  /** Takes it, unless it is older than what is shown. */
  take: (value: Value) => unknown;
  gone: (cause: ApiError) => Promise<unknown>;
}): Promise<void> {
  try {
    const next = await read();
    if (isOpen()) take(next);
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === "not_found" && isOpen()) await gone(cause);
  }
}

/**
 * Sends in the place that is open; where none is, what is sent begins one, which is gone to then.
 * @param at.base its path, before the id. @returns `isFresh`: it began here a moment ago, and whoever writes writes on.
 */
export function useBegun<T>(
  { id, base }: { id: string | null; base: string },
  send: (id: string | null, message: T) => Promise<Attempt<string>>,
) {
  const { route } = useLocation();
  const begun = useRef<string | null>(null);
  return {
    isFresh: id !== null && begun.current === id,
    /** Resolves to a sentence where it was refused. */
    send: async (message: T): Promise<string | null> => {
      const came = await send(id, message);
      if ("problem" in came) return came.problem;
      if (id === null) {
        begun.current = came.done;
        route(`${base}/${came.done}`);
      }
      return null;
    },
  };
}
