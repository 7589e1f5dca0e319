import { SecretFilter } from "../../text/secret-filter.ts";
import { MarkFilter } from "./citation-marks.ts";
import { LeakGuard } from "./leak-guard.ts";
import type { LeakSecrets } from "./leak-secrets.ts";
import { NoAnswerGuard } from "./no-answer-guard.ts";
import type { ThinkingHabit } from "./thinking-habit.ts";
import { ThoughtFilter } from "./thought-filter.ts";
import { VisitorText } from "./visitor-text.ts";

export interface AnswerStreamOptions {
  /** Passages that marks may point at. */
  given: number;
  leaks: LeakSecrets[];
  /** What the answer may repeat, whatever else it is part of. */
  publicText: () => string;
  habit: ThinkingHabit;
  emit: (text: string) => void;
}

/**
 * What lies between a model's words and the visitor: reasoning is taken out, the mark for "no answer" and secrets are held back, a
 * recitation of the instructions stops the answer, marks without a passage are left out.
 */
export class AnswerStream {
  readonly #options: AnswerStreamOptions;
  readonly #visitor: VisitorText;
  #filters: Filters;
  #thoughts: ThoughtFilter;

  constructor(options: AnswerStreamOptions) {
    this.#options = options;
    this.#visitor = new VisitorText(options.emit, options.habit);
    this.#filters = this.#newFilters();
    this.#thoughts = this.#newThoughts();
  }

  /** What has been let through of the answer. */
  get text(): string {
    return this.#visitor.text;
  }

  /** What there is of an answer that broke off: nothing when the visitor has seen nothing. */
  get partial(): string {
    return this.#visitor.isUnseen ? "" : this.#visitor.text;
  }

  /** @throws CallError `refused` when the model gives its instructions away. */
  push(text: string): void {
    this.#thoughts.push(text);
  }

  /** Lets out what was held; gives back the whole answer. Empty when the model says that there is none. */
  end(): string {
    this.#finish();
    this.#visitor.end();
    this.#options.habit.learn(this.#thoughts.endedAlone);
    return this.text.trim();
  }

  /** The answer was cut: what of it can stand. Nothing when it was still reasoning. */
  cut(): string {
    this.#finish();
    this.#visitor.breakOff();
    return this.#visitor.isHeld ? "" : this.text.trim();
  }

  /** The answer broke off. */
  breakOff(): void {
    this.#visitor.breakOff();
  }

  /** Nothing is shown any more. */
  stop(): void {
    this.#visitor.stop();
  }

  /** The model begins anew. */
  restart(): void {
    this.#visitor.restart();
    this.#filters = this.#newFilters();
    this.#thoughts = this.#newThoughts();
  }

  #finish(): void {
    this.#thoughts.end();
    this.#filters.end();
  }

  #newThoughts(): ThoughtFilter {
    return new ThoughtFilter({
      emit: (text) => this.#filters.push(text),
      withdraw: () => {
        this.#filters = this.#newFilters();
        this.#visitor.withdraw();
      },
    });
  }

  #newFilters(): Filters {
    const { given, leaks, publicText } = this.#options;
    const marks = new MarkFilter(given, (text) => this.#visitor.push(text));
    const secrets = new SecretFilter((text) => marks.push(text));
    const leakGuard = new LeakGuard(leaks, { emit: (text) => secrets.push(text), publicText });
    const noAnswer = new NoAnswerGuard((text) => leakGuard.push(text));
    return {
      push: (text) => noAnswer.push(text),
      end: () => {
        for (const filter of [noAnswer, leakGuard, secrets, marks]) filter.end();
      },
    };
  }
}

interface Filters {
  push(text: string): void;
  end(): void;
}
