import { type ReadonlySignal, signal } from "@preact/signals";

/** Whether a media query matches. The widths below are the same as in `styles/`. */
function matching(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => {
    matches.value = list.matches;
  });
  return matches;
}

/** One column at a time. */
export const isPhone = matching("(max-width: 900px)");
/** Space for the context panel next to the thread. */
export const isWide = matching("(min-width: 1240px)");
