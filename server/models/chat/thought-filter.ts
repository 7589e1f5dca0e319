const opening = "<think>";
const closing = "</think>";

/** Some models write their reasoning at the beginning of the answer, between tags. It is nobody's business: out. */
export class ThoughtFilter {
  readonly #emit: (text: string) => void;
  #held = "";
  #state: "start" | "thinking" | "gap" | "answer" = "start";

  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  push(text: string): void {
    if (this.#state === "answer") {
      this.#emit(text);
      return;
    }
    this.#held += text;
    if (this.#state === "start") this.#begin();
    if (this.#state === "thinking") this.#think();
    if (this.#state === "gap") this.#skipSpace();
  }

  /** Lets out what was held if it is no thought after all. */
  end(): void {
    if (this.#state === "start" && this.#held !== "") this.#emit(this.#held);
    this.#held = "";
  }

  #begin(): void {
    const start = this.#held.trimStart();
    if (start.startsWith(opening)) {
      this.#state = "thinking";
      this.#held = start.slice(opening.length);
    } else if (!opening.startsWith(start)) this.#answer(this.#held);
  }

  #think(): void {
    const end = this.#held.indexOf(closing);
    if (end < 0) {
      this.#held = this.#held.slice(-closing.length);
      return;
    }
    this.#state = "gap";
    this.#held = this.#held.slice(end + closing.length);
  }

  #skipSpace(): void {
    const rest = this.#held.trimStart();
    if (rest !== "") this.#answer(rest);
  }

  #answer(text: string): void {
    this.#state = "answer";
    this.#held = "";
    if (text !== "") this.#emit(text);
  }
}

/** The text without thoughts at its beginning. */
export function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?(?:<\/think>\s*|$)/, "");
}
