import type { Kept } from "../../client/kept.ts";

/** Messages of the page before are written within this time, or the place is given up. */
const settleMs = 3_000;

/** Whoever read above the end when the page was left is there again on the next. Gives what ends it. */
export function keepPlace(log: HTMLElement, kept: Kept): () => void {
  const life = new AbortController();
  const { signal } = life;
  const end = () => log.scrollHeight - log.clientHeight;
  const note = () => {
    // A log that is not shown has no place, and one at its end stays there.
    if (log.clientHeight > 0)
      kept.updateTab({ top: end() - log.scrollTop > 1 ? Math.round(log.scrollTop) : undefined });
  };
  addEventListener("pagehide", note, { signal });
  const { top } = kept.tab;
  if (top !== undefined) {
    kept.updateTab({ top: undefined });
    const go = (to: number) => {
      log.scrollTop = to;
      log.dispatchEvent(new Event("scroll"));
    };
    // Messages come one after another until the place is there again. As if the visitor went up to it from the end, so
    // that what comes in at the end does not take it away.
    const observer = new ResizeObserver(() => {
      go(end());
      go(top);
    });
    const release = () => observer.disconnect();
    if (log.firstElementChild) observer.observe(log.firstElementChild);
    for (const sign of ["wheel", "touchstart", "pointerdown", "keydown"])
      log.addEventListener(sign, release, { signal });
    setTimeout(release, settleMs);
    signal.addEventListener("abort", release);
  }
  return () => life.abort();
}
