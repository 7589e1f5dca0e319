import { withoutInvisible } from "../../../core/text/invisible.ts";
import { redact } from "../../../core/text/redact.ts";
import { sentenceSpans } from "../../../core/text/sentences.ts";
import { cut } from "../../../core/text/shorten.ts";
import type { TenantProfile } from "../../ports.ts";
import { withoutControlTokens } from "../prompt-parts.ts";
import { guidanceOf, noAnswerMark, promptSecrets } from "../prompts.ts";
import { givesAway } from "./leak-guard.ts";

/** So much of the reasoning is read: enough that a secret which begins in the summary is known as one. */
const readChars = 800;
const maxChars = 400;
const maxSentences = 3;

/**
 * Tells a model's reasoning in short, once: the provider's own summary where it sends one, or else the first sentences. Redacted; nothing is
 * told when it recites the instructions. The rest of the reasoning is dropped as it comes.
 */
export class ThinkingSummary {
  readonly #tenant: TenantProfile;
  readonly #tell: (summary: string) => void;
  #thought = "";
  #isOver = false;

  constructor(tenant: TenantProfile, tell: (summary: string) => void) {
    this.#tenant = tenant;
    this.#tell = tell;
  }

  push(thought: string): void {
    if (this.#isOver) return;
    this.#thought += thought;
    if (this.#thought.length >= readChars) this.end();
  }

  /** The reasoning is over. */
  end(): void {
    if (this.#isOver || this.#thought.trim() === "") return;
    this.#isOver = true;
    const summary = firstSentences(redact(withoutControlTokens(withoutInvisible(this.#thought.slice(0, readChars)))));
    this.#thought = "";
    if (summary !== "" && !givesAway(summary, [promptSecrets, guidanceOf(this.#tenant)])) this.#tell(summary);
  }
}

function firstSentences(text: string): string {
  const spans = sentenceSpans(text).filter(({ start, end }) => !text.slice(start, end).includes(noAnswerMark));
  const [first] = spans;
  const last = spans.slice(0, maxSentences).findLast(({ end }) => end <= maxChars);
  if (!first) return "";
  return last ? text.slice(first.start, last.end) : cut(text.slice(first.start, first.end), maxChars);
}
