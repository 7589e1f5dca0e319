/**
 * What all texts of a page may add together before the browser draws a frame, in the characters of `MarkdownWriter.cost`:
 * a long ordinary answer. On a slow phone this much takes some 50 ms to build and lay out.
 */
const frameBudget = 4_000;

/** The same in time, for machines that are busy otherwise. */
const frameMs = 10;

/** A page that is not visible draws no frames; there the work goes on at this pace. */
const unseenFrameMs = 250;

let spent = 0;
let startedAt = 0;
let isFrameAsked = false;
const waiting = new Set<() => void>();

/** True while more may be added to the page before its next frame. Without frames, as in tests without a browser, always. */
export function hasRoom(): boolean {
  if (typeof requestAnimationFrame !== "function") return true;
  if (spent === 0) startedAt = performance.now();
  return spent < frameBudget && performance.now() - startedAt < frameMs;
}

/** Notes what was added. */
export function spend(cost: number): void {
  spent += cost;
  askForFrame();
}

/** Runs the work in the next frame that has room; what was asked for last comes first, as it stands where people look. */
export function whenFree(work: () => void): void {
  waiting.add(work);
  askForFrame();
}

/** The work is no longer needed. */
export function forget(work: () => void): void {
  waiting.delete(work);
}

function askForFrame(): void {
  if (isFrameAsked || typeof requestAnimationFrame !== "function") return;
  isFrameAsked = true;
  const frame = requestAnimationFrame(next);
  const timer = setTimeout(next, unseenFrameMs);
  function next(): void {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    isFrameAsked = false;
    spent = 0;
    for (const work of [...waiting].reverse()) {
      if (!hasRoom()) break;
      waiting.delete(work);
      work();
    }
    if (waiting.size > 0) askForFrame();
  }
}
