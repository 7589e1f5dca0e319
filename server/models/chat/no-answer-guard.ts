import { noAnswerMark } from "../prompts.ts";

/** Holds back the beginning of an answer until it cannot be the mark for "no answer" any more: a visitor must never read that mark. */
export class NoAnswerGuard {
  readonly #emit: (text: string) => void;
  #held = "";
  #open = false;

  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  push(text: string): void {
    if (this.#open) {
      this.#emit(text);
      return;
    }
    this.#held += text;
    const start = this.#held.trimStart();
    if (noAnswerMark.startsWith(start) || start.startsWith(noAnswerMark)) return;
    this.#open = true;
    this.#emit(this.#held);
    this.#held = "";
  }

  /** Lets out what was held if it is an answer after all. */
  end(): void {
    if (!this.#open && !isNoAnswer(this.#held)) this.#emit(this.#held);
    this.#held = "";
  }
}

/** True for an answer that says that there is none. */
function isNoAnswer(text: string): boolean {
  return text.trim() === "" || text.trim().startsWith(noAnswerMark);
}
