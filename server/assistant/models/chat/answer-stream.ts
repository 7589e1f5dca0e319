import { SecretFilter } from "../../../core/text/secret-filter.ts";
import { noAnswerMark } from "../prompts.ts";
import type { ModelTraits } from "./chat-client.ts";
import { MarkFilter } from "./citation-marks.ts";
import { LeakGuard } from "./leak-guard.ts";
import type { LeakSecrets } from "./leak-secrets.ts";
import { ThoughtFilter } from "./thought-filter.ts";

export interface AnswerStreamOptions {
  /** Passages that marks may point at. */
  given: number;
  leaks: LeakSecrets[];
  /** What the answer may repeat, whatever else it is part of. */
  publicText: () => string;
  traits: Pick<ModelTraits, "thinksAloud">;
  emit: (text: string) => void;
  /** Told of reasoning that the model wrote into its answer. */
  think?: ((thought: string) => void) | undefined;
}

/**
 * The filters between a model's words and the visitor: reasoning and written tool calls are taken out, secrets are replaced, a recitation of
 * the instructions stops the answer, marks without a passage are left out. What the visitor sees is a beginning of the answer, or stands still
 * until the stored message takes its place.
 */
export class AnswerStream {
  readonly #options: AnswerStreamOptions;
  #thoughts: ThoughtFilter;
  #filters: Filters;
  #text = "";
  #seen = "";
  /** Nothing is shown before the reasoning of the model has ended, or the answer. */
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

  /** What the visitor has seen of an answer that broke off. */
  get partial(): string {
    return this.#seen === "" || this.#saysNone ? "" : this.#text;
  }

  /** @throws CallError `refused` when the model gives its instructions away. */
  push(text: string): void {
    this.#thoughts.push(text);
  }

  /** Lets out what was held. The whole answer, or what of a cut one can stand; empty when the model says that there is none. */
  end({ isCut = false }: { isCut?: boolean } = {}): { text: string; saysNone: boolean } {
    this.#thoughts.end(isCut);
    this.#filters.end();
    const { traits } = this.#options;
    // Cut in the middle of its reasoning, the model has said nothing yet.
    if (isCut && this.#isHeld) return { text: "", saysNone: false };
    if (!isCut) traits.thinksAloud = this.#thoughts.endedAlone;
    if (!this.#saysNone) this.#open();
    return { text: this.#saysNone ? "" : this.#text.trim(), saysNone: this.#saysNone };
  }

  /** The model begins anew. */
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

  /** Shows what goes beyond the text already seen; a text that begins otherwise waits for its end. */
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

/** Marks of formatting that a model may put around the mark for "no answer". */
const formatting = /^[\s*_`>"'([-]*$/;
const noAnswer = new RegExp(noAnswerMark.replace("_", "\\\\?_"));

/**
 * Finds the mark for "no answer" wherever it stands, and lets nothing out from there on: a visitor must never read it. Documents may have the
 * same word; then only the mark alone counts.
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

/** How many letters at the end may be the beginning of the mark. */
function openMark(text: string): number {
  for (let length = Math.min(noAnswerMark.length, text.length); length > 0; length -= 1)
    if (noAnswerMark.startsWith(text.slice(-length).replace("\\", ""))) return length;
  return 0;
}
