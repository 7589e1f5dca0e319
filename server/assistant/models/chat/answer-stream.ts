import { SecretFilter } from "../../../core/text/secret-filter.ts";
import { noAnswerMark } from "../prompts.ts";
import type { ModelTraits } from "./chat-client.ts";
import { MarkFilter } from "./citation-marks.ts";
import { LeakGuard } from "./leak-guard.ts";
import type { LeakSecrets } from "./leak-secrets.ts";
import { ThoughtFilter } from "./thought-filter.ts";

export interface AnswerStreamOptions {
  /** Number of passages that citation marks can refer to. */
  given: number;
  leaks: LeakSecrets[];
  /** Text that the answer may repeat, even when it is part of a secret. */
  publicText: () => string;
  traits: Pick<ModelTraits, "thinksAloud">;
  emit: (text: string) => void;
  /** Called with reasoning that the model wrote into its answer. */
  think?: ((thought: string) => void) | undefined;
}

/**
 * The filters between the model's output and the visitor. They remove reasoning and written tool calls, replace secrets, stop an answer
 * that recites the instructions, and leave out citation marks without a passage. The visitor sees a prefix of the answer, or the text stops
 * until the stored message replaces it.
 */
export class AnswerStream {
  readonly #options: AnswerStreamOptions;
  #thoughts: ThoughtFilter;
  #filters: Filters;
  #text = "";
  #seen = "";
  /** Nothing is shown before the model's reasoning, or the answer, has ended. */
  #isHeld: boolean;
  /** The visitor has seen all of the text so far. */
  #isInStep: boolean;
  #saysNone = false;

  constructor(options: AnswerStreamOptions) {
    this.#options = options;
    this.#isHeld = options.traits.thinksAloud;
    this.#isInStep = !this.#isHeld;
    this.#filters = this.#newFilters();
    this.#thoughts = this.#newThoughts();
  }

  /** The text that the visitor saw of an answer that broke off. */
  get partial(): string {
    return this.#seen === "" || this.#saysNone ? "" : this.#text;
  }

  /** @throws CallError `refused` when the model reveals its instructions. */
  push(text: string): void {
    this.#thoughts.push(text);
  }

  /** Emits the held text. @returns the whole answer, or the usable part of a cut one; empty when the model says that there is no answer. */
  end({ isCut = false }: { isCut?: boolean } = {}): { text: string; saysNone: boolean } {
    this.#thoughts.end(isCut);
    this.#filters.end();
    const { traits } = this.#options;
    // The model was cut in the middle of its reasoning and has written no answer yet.
    if (isCut && this.#isHeld) return { text: "", saysNone: false };
    if (!isCut) traits.thinksAloud = this.#thoughts.endedAlone;
    if (!this.#saysNone) this.#open();
    return { text: this.#saysNone ? "" : this.#text.trim(), saysNone: this.#saysNone };
  }

  /** The model starts its answer again. */
  restart(): void {
    this.#beginAnew();
    this.#thoughts = this.#newThoughts();
  }

  #beginAnew(): void {
    this.#text = "";
    this.#saysNone = false;
    this.#isInStep = this.#seen === "" && !this.#isHeld;
    this.#filters = this.#newFilters();
  }

  #newThoughts(): ThoughtFilter {
    return new ThoughtFilter({
      emit: (text) => this.#filters.push(text),
      think: (thought) => this.#options.think?.(thought),
      withdraw: () => {
        this.#options.think?.(this.#text);
        this.#isHeld = false;
        this.#beginAnew();
      },
    });
  }

  #newFilters(): Filters {
    const { given, leaks, publicText } = this.#options;
    const marks = new MarkFilter(given, (text) => this.#show(text));
    const secrets = new SecretFilter((text) => marks.push(text));
    const leakGuard = new LeakGuard(leaks, { emit: (text) => secrets.push(text), publicText });
    const noAnswer = new NoAnswerGuard(publicText, {
      emit: (text) => leakGuard.push(text),
      found: () => {
        this.#saysNone = true;
      },
    });
    return {
      push: (text) => noAnswer.push(text),
      end: () => {
        for (const filter of [noAnswer, leakGuard, secrets, marks]) filter.end();
      },
    };
  }

  #show(piece: string): void {
    this.#text += piece;
    if (this.#isInStep) {
      this.#seen = this.#text;
      this.#options.emit(piece);
    } else if (!this.#isHeld) this.#open();
  }

  /** Emits the text after the part already shown. A text with a different beginning waits for its end. */
  #open(): void {
    this.#isHeld = false;
    if (this.#text.length <= this.#seen.length || !this.#text.startsWith(this.#seen)) return;
    const news = this.#text.slice(this.#seen.length);
    this.#seen = this.#text;
    this.#isInStep = true;
    this.#options.emit(news);
  }
}

interface Filters {
  push(text: string): void;
  end(): void;
}

/** Formatting that a model may put around the "no answer" mark. */
const formatting = /^[\s*_`>"'([-]*$/;
const noAnswer = new RegExp(noAnswerMark.replace("_", "\\\\?_"));

/**
 * Finds the "no answer" mark anywhere in the text and emits nothing from there on: a visitor must never see it. When a document contains
 * the same word, only the mark on its own counts.
 */
class NoAnswerGuard {
  readonly #publicText: () => string;
  readonly #sink: { emit: (text: string) => void; found: () => void };
  #held = "";
  #isBeginning = true;
  #isOver = false;

  constructor(publicText: () => string, sink: { emit: (text: string) => void; found: () => void }) {
    this.#publicText = publicText;
    this.#sink = sink;
  }

  push(piece: string): void {
    if (this.#isOver) return;
    const text = this.#held + piece;
    const found = noAnswer.exec(text);
    const isAlone = this.#isBeginning && formatting.test(text.slice(0, found?.index ?? 0));
    if (found && (isAlone || !this.#publicText().includes(noAnswerMark))) {
      this.#isOver = true;
      this.#held = "";
      this.#sink.found();
      return;
    }
    const open = text.length - openMark(text);
    const from = this.#isBeginning && formatting.test(text.slice(0, open)) ? 0 : open;
    this.#held = text.slice(from);
    if (from === 0) return;
    this.#isBeginning = false;
    this.#sink.emit(text.slice(0, from));
  }

  end(): void {
    if (this.#held !== "") this.#sink.emit(this.#held);
    this.#held = "";
  }
}

/** Number of characters at the end that may be the start of the mark. */
function openMark(text: string): number {
  for (let length = Math.min(noAnswerMark.length, text.length); length > 0; length -= 1)
    if (noAnswerMark.startsWith(text.slice(-length).replace("\\", ""))) return length;
  return 0;
}
