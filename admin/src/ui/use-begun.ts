import { useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Attempt } from "./attempt.ts";

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
