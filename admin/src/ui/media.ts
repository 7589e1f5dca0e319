import { type ReadonlySignal, signal } from "@preact/signals";

/** Whether a media query holds now. The widths below are those of `styles/`. */
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
/** Room for the context panel beside the thread. */
export const isWide = matching("(min-width: 1240px)");
