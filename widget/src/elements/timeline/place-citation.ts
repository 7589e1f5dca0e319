/** Between a mark and its popover. */
const gapPx = 6;

/** Puts the popover below its mark, or above where there is more room; both scroll with the log. */
export function placeCitation(popover: HTMLElement, mark: HTMLElement, log: HTMLElement): void {
  const content = popover.offsetParent;
  if (!content) return;
  const markBox = mark.getBoundingClientRect();
  const logBox = log.getBoundingClientRect();
  const contentTop = content.getBoundingClientRect().top;
  const height = popover.offsetHeight;
  const isBelow = markBox.bottom + gapPx + height <= logBox.bottom;
  const isAbove = !isBelow && markBox.top - gapPx - height >= logBox.top;
  const top = isAbove ? markBox.top - gapPx - height : markBox.bottom + gapPx;
  popover.style.top = `${Math.round(top - contentTop)}px`;
  if (!isBelow && !isAbove) popover.scrollIntoView({ block: "nearest" });
}
