import { withoutInvisible } from "../../../core/text/invisible.ts";
import { readyLanguageOf, readySentences } from "../../../core/text/ready/index.ts";
import { redact } from "../../../core/text/redact.ts";
import { sentenceSpans } from "../../../core/text/sentences.ts";
import { cut } from "../../../core/text/shorten.ts";
import { type GeneratedAnswer, type GenerateInput, ModelFailure, type TenantProfile } from "../../ports.ts";
import { citable } from "../../tool-ports.ts";
import { withoutControlTokens } from "../prompt-parts.ts";
import { generatePrompt, guidanceOf, noAnswerMark, promptSecrets } from "../prompts.ts";
import { AnswerStream } from "./answer-stream.ts";
import { type Caller, turnsOf } from "./chat-tasks.ts";
import { citationsIn } from "./citation-marks.ts";
import { failureOf } from "./failures.ts";
import { askFitting } from "./fit-prompt.ts";
import { givesAway } from "./leak-guard.ts";
import type { ChatTurn } from "./wire.ts";

/** Callbacks while an answer is written. `thinking` is called once, with a summary of the reasoning. */
export interface Listener {
  token(text: string): void;
  thinking?: ((summary: string) => void) | undefined;
}

/** Streams the answer. A failure carries the text that was emitted before it. */
export async function generateBy(caller: Caller, input: GenerateInput, listener: Listener): Promise<GeneratedAnswer> {
  const { token: onToken, thinking } = listener;
  const summary = thinking && new ThinkingSummary(input.tenant, thinking);
  const think = summary && ((thought: string) => summary.push(thought));
  const stream = new AnswerStream({
    given: input.chunks.length + citable(input.results).length,
    leaks: [promptSecrets, guidanceOf(input.tenant)],
    publicText: () => [input.tenant.name, ...textsOf(input), input.hint ?? ""].join(" | "),
    traits: caller.traits,
    think,
    emit(text) {
      summary?.end();
      onToken(text);
    },
  });
  try {
    const { text, isCut, saysNone, given } = await askFitting(
      caller,
      { input, promptOf: generatePrompt },
      async (prompt, given) => ({
        ...(await written(caller, turnsOf(prompt), { stream, think })),
        given,
      }),
    );
    if (saysNone) return { text: "", citations: [], saysNone };
    const answer = { text, citations: citationsIn(text, given) };
    return isCut ? { ...answer, text: marked(text, input.tenant.locale, onToken), isCut } : answer;
  } catch (error) {
    const { kind, message } = failureOf(error);
    throw new ModelFailure(kind, message, { cause: error, partial: stream.partial });
  } finally {
    summary?.end();
  }
}

function textsOf({ chunks, results = [] }: GenerateInput): string[] {
  return [...chunks.map(({ text }) => text), ...results.map(({ content }) => content)];
}

/**
 * Writes the whole answer; a cut answer is written once more with a higher output limit. As long as the second answer repeats the first,
 * the visitor sees it continue. When the second attempt fails or is no better, the cut answer is kept.
 */
async function written(
  caller: Caller,
  turns: ChatTurn[],
  { stream, think }: { stream: AnswerStream; think: ((thought: string) => void) | undefined },
): Promise<{ text: string; isCut: boolean; saysNone: boolean }> {
  const heard = think ? { onThought: think } : {};
  const roomSince = performance.now();
  const push = (piece: string) => stream.push(piece);
  const { isCut } = await caller.stream(turns, push, heard);
  const first = { ...stream.end({ isCut }), isCut };
  if (!isCut || first.saysNone) return { ...first, isCut: false };
  stream.restart();
  try {
    const { isCut: isCutAgain } = await caller.stream(turns, push, { roomSince, ...heard });
    const second = { ...stream.end({ isCut: isCutAgain }), isCut: isCutAgain };
    if (!second.isCut || second.text !== "") return second;
  } catch (error) {
    const { kind } = failureOf(error);
    if (kind === "cancelled" || kind === "refused") throw error;
  }
  if (first.text === "") throw new ModelFailure("malformed", "the model had no room left for an answer");
  return first;
}

/** Adds a sentence to the cut answer that says so in the answer's language, and streams it to the visitor. */
function marked(text: string, locale: string, onToken: (text: string) => void): string {
  const { cut } = readySentences[readyLanguageOf(text, locale)];
  const isInFence = (text.match(/^\s{0,3}(?:```|~~~)/gm) ?? []).length % 2 === 1;
  const ending = `${isInFence ? "\n```" : " …"}\n\n*${cut}*`;
  onToken(ending);
  return `${text}${ending}`;
}

/** Characters of the reasoning that are read: enough to recognize a secret that begins in the summary. */
const readChars = 800;
const maxChars = 400;
const maxSentences = 3;

/**
 * Reports a short version of the model's reasoning, once: the provider's own summary when there is one, otherwise the first sentences.
 * Redacted; nothing is reported when it recites the instructions. The rest of the reasoning is dropped as it arrives.
 */
class ThinkingSummary {
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

  /** The reasoning has ended. */
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
