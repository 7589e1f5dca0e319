import { useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { ApiError, errorSentence } from "./api-call.ts";

/** Result of an action. */
export type Attempt<T> = { done: T } | { problem: string };

/** Runs an action; returns an error message on failure. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { done: await work() };
  } catch (cause) {
    return { problem: errorSentence(cause) };
  }
}

/**
 * Reloads the open item and applies it, unless another version was applied or another item opened meanwhile. Reports an item that was
 * deleted in another window; ignores other errors until the next reload.
 */
export async function reread<Value>({
  read,
  isOpen,
  take,
  gone,
}: {
  read: () => Promise<Value>;
  /** Whether the same item is still open. */
  isOpen: () => boolean;
  /** Applies the item, unless it is older than the shown one. */
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
 * Sends to the open item; without one, creates an item with the message and navigates to it.
 * @param at.base its path, before the id. @returns `isFresh`: the item was just created here, so keep the focus in the composer.
 */
export function useBegun<T>(
  { id, base }: { id: string | null; base: string },
  send: (id: string | null, message: T) => Promise<Attempt<string>>,
) {
  const { route } = useLocation();
  const begun = useRef<string | null>(null);
  return {
    isFresh: id !== null && begun.current === id,
    /** Resolves to an error message on failure. */
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
