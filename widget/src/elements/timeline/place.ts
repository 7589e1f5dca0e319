import type { Kept } from "../../client/kept.ts";
import { isWithPerson, type ViewState } from "../../view/state.ts";

/** Time for rendering the previous page's messages, in ms. After it the scroll position is given up. */
const settleMs = 3_000;

/**
 * Restores the scroll position on the next page if the visitor had scrolled up from the end.
 * @returns a function that stops it.
 */
export function keepPlace(log: HTMLElement, kept: Kept): () => void {
  const life = new AbortController();
  const { signal } = life;
  const end = () => log.scrollHeight - log.clientHeight;
  const note = () => {
    // A hidden log has no scroll position. A log at its end stays at its end.
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
    // Messages are rendered one after another, so the position is set after each of them. It scrolls up from the end, as a visitor would,
    // so that new messages at the end do not move the log.
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

/** Distance between a mark and its popover, in px. */
const gapPx = 6;

/** Puts the popover below its mark, or above it when only there is enough space. Both scroll with the log. */
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

/**
 * Removes the e-mail link's value from the page's address once the conversation is shown. A reload does not use it again, and nobody copies
 * it with the address.
 */
export function forgetLink(): void {
  const [page, link] = location.href.split("#parley=");
  if (link) history.replaceState(history.state, "", page);
}

/** Above a question that stays in view. */
const questionGapPx = 12;

/** Where the question is whose answer is the last item, from the top of the log; undefined while something else is to be seen at the end. */
export function questionTop(
  { items, ticket, clarification, calls }: ViewState,
  root: ParentNode,
  log: HTMLElement,
): number | undefined {
  const last = items.at(-1);
  const isAnswer = last?.kind === "message" && last.role === "assistant";
  if (!isAnswer || clarification || calls || isWithPerson(ticket)) return undefined;
  const at = items.findLastIndex((item) => item.kind === "message" && item.role === "visitor");
  const row = root.querySelectorAll<HTMLElement>(".rows > .row")[at];
  // A row moves in when it comes, its place does not.
  const rows = row?.offsetParent;
  if (!row || !rows) return undefined;
  return rows.getBoundingClientRect().top + row.offsetTop - log.getBoundingClientRect().top - questionGapPx;
}
