import type { Citation } from "../../protocol/messages.ts";
import { copyPressed } from "./code-box.ts";
import { MarkdownWriter, type WriterOptions } from "./markdown-writer.ts";
import { markClass, markIndexAttribute } from "./references.ts";

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
function hasRoom(): boolean {
  if (typeof requestAnimationFrame !== "function") return true;
  if (spent === 0) startedAt = performance.now();
  return spent < frameBudget && performance.now() - startedAt < frameMs;
}

/** Notes what was added. */
function spend(cost: number): void {
  spent += cost;
  askForFrame();
}

/** Runs the work in the next frame that has room; what was asked for last comes first, as it stands where people look. */
function whenFree(work: () => void): void {
  waiting.add(work);
  askForFrame();
}

/** The work is no longer needed. */
function forget(work: () => void): void {
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

/** So much is written between two looks at the clock, in characters. */
const stepChars = 100;

export interface ShownText {
  text: string;
  /** More of it is still coming. */
  isGrowing: boolean;
  citations: readonly Citation[];
}

export interface LiveMarkdownOptions extends WriterOptions {
  /** What a citation mark is called. */
  nameOf: (citation: Citation) => string;
}

/**
 * Shows a text in Markdown inside an element, also while it grows. What stands there stays; more is appended, in pieces
 * small enough that no frame waits for them, whether it streams, comes whole or is read from the history.
 */
export class LiveMarkdown {
  readonly #root: HTMLElement;
  readonly #options: LiveMarkdownOptions;
  #writer: MarkdownWriter | undefined;
  #shown: ShownText = { text: "", isGrowing: true, citations: [] };
  #writtenChars = 0;
  #isFinished = false;

  constructor(root: HTMLElement, options: LiveMarkdownOptions) {
    this.#root = root;
    this.#options = options;
    const { copyWords } = options;
    if (copyWords) root.addEventListener("click", ({ target }) => void copyPressed(target, copyWords));
  }

  /** Shows this text: goes on where it continues the one before, else begins anew. */
  show(next: ShownText): void {
    const before = this.#shown;
    const isContinued = !this.#isFinished && next.text.startsWith(before.text);
    const isSame = this.#isFinished && next.text === before.text && !next.isGrowing && !hasOther(next, before);
    this.#shown = next;
    if (!this.#writer || !(isContinued || isSame)) this.#restart();
    this.#advance();
  }

  /** Nobody looks any more. */
  stop(): void {
    forget(this.#advance);
  }

  /** The source of a mark that was pressed. */
  citationOf(mark: Element): Citation | undefined {
    const index = Number(mark.getAttribute(markIndexAttribute));
    return this.#shown.citations.find((citation) => citation.index === index);
  }

  #restart(): void {
    this.#writer = new MarkdownWriter(this.#root, this.#options);
    this.#writtenChars = 0;
    this.#isFinished = false;
  }

  readonly #advance = (): void => {
    const { text, isGrowing } = this.#shown;
    while (this.#writer && this.#writtenChars < text.length) {
      if (!hasRoom()) return whenFree(this.#advance);
      const before = this.#writer.cost;
      this.#writer.write(text.slice(this.#writtenChars, this.#writtenChars + stepChars));
      this.#writtenChars = Math.min(text.length, this.#writtenChars + stepChars);
      spend(this.#writer.cost - before);
    }
    if (!isGrowing && !this.#isFinished) this.#finish();
  };

  #finish(): void {
    this.#isFinished = true;
    this.#writer?.finish(new Set(this.#shown.citations.map((citation) => citation.index)));
    for (const mark of this.#root.querySelectorAll(`.${markClass}`)) {
      const citation = this.citationOf(mark);
      if (!citation) continue;
      mark.setAttribute("aria-label", this.#options.nameOf(citation));
      mark.setAttribute("aria-haspopup", "dialog");
    }
  }
}

function hasOther(a: ShownText, b: ShownText): boolean {
  return a.citations !== b.citations && JSON.stringify(a.citations) !== JSON.stringify(b.citations);
}
