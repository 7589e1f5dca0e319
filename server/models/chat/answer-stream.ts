import { SecretFilter } from "../../text/secret-filter.ts";
import { MarkFilter } from "./citation-marks.ts";
import { LeakGuard, type LeakSecrets } from "./leak-guard.ts";
import { NoAnswerGuard } from "./no-answer-guard.ts";
import { ThoughtFilter } from "./thought-filter.ts";

/**
 * What lies between a model's words and the visitor: thoughts are taken out, the mark for "no answer" and secrets are held back,
 * a recitation of the instructions stops the answer, marks without a passage are left out.
 */
export class AnswerStream {
  readonly #thoughts: ThoughtFilter;
  readonly #guard: NoAnswerGuard;
  readonly #secrets: SecretFilter;
  readonly #marks: MarkFilter;
  #shown = "";

  constructor(options: { given: number; leaks: LeakSecrets; emit: (text: string) => void }) {
    this.#marks = new MarkFilter(options.given, (text) => {
      this.#shown += text;
      options.emit(text);
    });
    this.#secrets = new SecretFilter((text) => this.#marks.push(text));
    const leaks = new LeakGuard(options.leaks);
    this.#guard = new NoAnswerGuard((text) => {
      leaks.push(text);
      this.#secrets.push(text);
    });
    this.#thoughts = new ThoughtFilter((text) => this.#guard.push(text));
  }

  /** Everything that went out, letter for letter. */
  get shown(): string {
    return this.#shown;
  }

  /** @throws CallError `refused` when the model gives its instructions away. */
  push(text: string): void {
    this.#thoughts.push(text);
  }

  /** Lets out what was held. */
  end(): void {
    this.#thoughts.end();
    this.#guard.end();
    this.#secrets.end();
    this.#marks.end();
  }
}
