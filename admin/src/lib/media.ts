import { type ReadonlySignal, signal } from "@preact/signals";

/** Whether a media query holds now. */
function matching(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => {
    matches.value = list.matches;
  });
  return matches;
}

/** One column at a time. Keep in step with the breakpoints in `styles/`. */
export const isPhone = matching("(max-width: 760px)");
/** Room for the context panel beside the thread. */
export const isWide = matching("(min-width: 1240px)");
