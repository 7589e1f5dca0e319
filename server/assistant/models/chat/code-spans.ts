/**
 * Tracks whether a Markdown text that arrives in pieces is inside code: a fence, or a span within a line. Code is shown to the visitor
 * unchanged.
 */
export class CodeSpans {
  /** The end mark of the code: the run of backticks or tildes that opened it. */
  #opened = "";
  #isFence = false;
  #run = "";
  /** The line has contained only spaces, quote marks and list marks so far. */
  #isLineStart = true;

  get isInside(): boolean {
    this.#endRun("");
    return this.#opened !== "";
  }

  push(text: string): void {
    if (this.#opened === "" && this.#run === "" && !/[`~]/.test(text)) {
      const line = text.slice(text.lastIndexOf("\n") + 1);
      this.#isLineStart = (this.#isLineStart || line !== text) && !/[^\s>*+-]/.test(line);
      return;
    }
    for (const letter of text) {
      if ((letter === "`" || letter === "~") && (this.#run === "" || this.#run.endsWith(letter))) this.#run += letter;
      else this.#next(letter);
    }
  }

  #next(letter: string): void {
    this.#endRun(letter);
    if (letter === "\n") {
      // A span that does not end in its line is not a span.
      if (!this.#isFence) this.#opened = "";
      this.#isLineStart = true;
    } else if (/[^\s>*+-]/.test(letter)) this.#isLineStart = false;
  }

  #endRun(next: string): void {
    const run = this.#run;
    this.#run = "";
    if (run === "") return;
    const isFence = run.length >= 3 && this.#isLineStart;
    if (this.#opened === "") {
      if (isFence || run.startsWith("`")) [this.#opened, this.#isFence] = [run, isFence];
    } else if (this.#isFence ? isFence && run.startsWith(this.#opened) : run === this.#opened) {
      this.#opened = "";
      this.#isFence = false;
    }
    this.#isLineStart = false;
    if (next === "`" || next === "~") this.#run = next;
  }
}
