/**
 * Scrolls a form or panel that has opened into view, as a whole. Its `scroll-margin` keeps it clear of the button that jumps to the end.
 * Waits for two frames: until then the log follows its own growth, which ends other scrolling.
 */
export function showWhole(element: Element | null): void {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  const show = () => element?.scrollIntoView({ block: "nearest", behavior });
  requestAnimationFrame(() => requestAnimationFrame(show));
}
