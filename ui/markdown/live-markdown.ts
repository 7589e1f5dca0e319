import type { Citation } from "../../protocol/messages.ts";
import { copyPressed } from "./code-box.ts";
import { MarkdownWriter, type WriterOptions } from "./markdown-writer.ts";
import { markClass, markIndexAttribute } from "./references.ts";

/**
 * Limit for the text that a page may add before the browser draws a frame, in the characters of `MarkdownWriter.cost`: one long ordinary
 * answer. A slow phone needs some 50 ms to build and lay out this much.
 */
const frameBudget = 4_000;

/** The same limit in ms, for machines that are busy otherwise. */
const frameMs = 10;

/** A page that is not visible draws no frames; there the work continues at this interval, in ms. */
const unseenFrameMs = 250;

let spent = 0;
let startedAt = 0;
let isFrameAsked = false;
const waiting = new Set<() => void>();

/** True while more may be added to the page before its next frame. Always true without frames, as in tests without a browser. */
function hasRoom(): boolean {
  if (typeof requestAnimationFrame !== "function") return true;
  if (spent === 0) startedAt = performance.now();
  return spent < frameBudget && performance.now() - startedAt < frameMs;
}

/** Counts a cost for the current frame. */
function spend(cost: number): void {
  spent += cost;
  askForFrame();
}

/** Runs the work in the next frame that has room. The latest request runs first, because readers look at its text. */
function whenFree(work: () => void): void {
  waiting.add(work);
  askForFrame();
}

/** Cancels work that is no longer needed. */
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

/** Characters that are written between two time checks. */
const stepChars = 100;

export interface ShownText {
  text: string;
  /** True while more text is expected. */
  isGrowing: boolean;
  citations: readonly Citation[];
}

export interface LiveMarkdownOptions extends WriterOptions {
  /** Label of a citation mark. */
  nameOf: (citation: Citation) => string;
}

/**
 * Shows a Markdown text inside an element, also while the text grows. Existing content stays. New text is appended in pieces that do not
 * delay a frame, whether the text streams, arrives as a whole or comes from the history.
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

  /** Shows this text. Appends when it continues the previous text, otherwise renders it from the start. */
  show(next: ShownText): void {
    const before = this.#shown;
    const isContinued = !this.#isFinished && next.text.startsWith(before.text);
    const isSame = this.#isFinished && next.text === before.text && !next.isGrowing && !hasOther(next, before);
    this.#shown = next;
    if (!this.#writer || !(isContinued || isSame)) this.#restart();
    this.#advance();
  }

  /** Cancels the pending work when the text is no longer shown. */
  stop(): void {
    forget(this.#advance);
  }

  /** The source of a pressed citation mark. */
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
