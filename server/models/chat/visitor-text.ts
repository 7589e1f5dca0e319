import { soundsLikeThinking, type ThinkingHabit } from "./thinking-habit.ts";

/**
 * How long the beginning of an answer waits before it is shown, in ms, as long as little is known of the model. Within this time it shows
 * whether it sounds like reasoning; a visitor who has waited for a search and a model's first word does not notice it.
 */
const openingMs = 250;
/** Lengths at which the beginning of an answer is looked at again while it is shown. */
const looksAt = [24, 48, 96, 192];

/**
 * What the visitor sees of an answer while it is written. The beginning of a model that is new waits for a moment; what sounds like
 * reasoning is held until it ends. After text was withdrawn, or while a second try repeats the first, only what goes beyond the text already seen goes out: the
 * visitor's view is a beginning of the answer, or stands still until the stored message takes its place.
 */
export class VisitorText {
  readonly #emit: (text: string) => void;
  readonly #habit: Pick<ThinkingHabit, "isSuspected" | "isTrusted">;
  #timer: NodeJS.Timeout | undefined;
  #state: "new" | "waiting" | "held" | "open" = "new";
  #waiting: string[] = [];
  #seen = "";
  #text = "";
  /** The text was begun anew and has not yet come to what was seen. */
  #isBehind = false;
  #looked = 0;

  constructor(emit: (text: string) => void, habit: Pick<ThinkingHabit, "isSuspected" | "isTrusted">) {
    this.#emit = emit;
    this.#habit = habit;
  }

  /** The answer so far, whether seen or not. */
  get text(): string {
    return this.#text;
  }

  get isUnseen(): boolean {
    return this.#seen === "";
  }

  /** True while the text is taken for reasoning that has not ended. */
  get isHeld(): boolean {
    return this.#state === "held";
  }

  push(piece: string): void {
    if (this.#state === "new") this.#begin();
    if (this.#state === "open") this.#lookAgain(this.#text + piece);
    if (this.#state === "open") this.#show(piece);
    else {
      this.#text += piece;
      this.#waiting.push(piece);
    }
  }

  /** Before a piece is shown: one that comes late or at once may be all of the reasoning. */
  #lookAgain(text: string): void {
    const reached = looksAt.filter((length) => length <= text.length);
    if (reached.length <= this.#looked) return;
    this.#looked = reached.length;
    // An answer may say such words further down.
    if (soundsLikeThinking(text.slice(0, reached.at(-1)))) this.#state = "held";
  }

  /** All so far was reasoning; the answer comes now. */
  withdraw(): void {
    this.restart();
    this.#looked = looksAt.length;
    this.#open();
  }

  /** The answer is tried again from its beginning. */
  restart(): void {
    this.#text = "";
    this.#waiting = [];
    this.#isBehind = this.#seen !== "";
  }

  /** The answer is whole: what waited goes out. */
  end(): void {
    this.#open();
  }

  /** The answer broke off: what waited goes out, unless it sounds like reasoning. Nothing is shown later. */
  breakOff(): void {
    if (this.#state === "waiting") this.#look();
    clearTimeout(this.#timer);
  }

  /** Nothing is shown later. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #begin(): void {
    if (this.#habit.isTrusted) this.#state = "open";
    else {
      this.#state = "waiting";
      this.#timer = setTimeout(() => this.#look(), openingMs);
    }
  }

  #look(): void {
    if (this.#habit.isSuspected || soundsLikeThinking(this.#text)) this.#state = "held";
    else this.#open();
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#state = "open";
    // In the pieces in which it came, as if it had not waited.
    const waiting = this.#waiting.splice(0);
    this.#text = this.#text.slice(0, this.#text.length - waiting.join("").length);
    for (const piece of waiting) this.#show(piece);
  }

  #show(piece: string): void {
    this.#text += piece;
    if (!this.#isBehind) {
      this.#seen += piece;
      this.#emit(piece);
    } else if (this.#text.length > this.#seen.length && this.#text.startsWith(this.#seen)) {
      this.#isBehind = false;
      const news = this.#text.slice(this.#seen.length);
      this.#seen = this.#text;
      this.#emit(news);
    }
  }
}
