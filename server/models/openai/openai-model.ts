import type { Usage } from "../../../protocol/messages.ts";
import {
  type ContextualizeResult,
  type GeneratedAnswer,
  type GenerateInput,
  type GradeResult,
  type HistoryMessage,
  ModelFailure,
  type ModelPort,
  type TenantProfile,
} from "../../assistant/ports.ts";
import { costMicros } from "../prices.ts";
import {
  contextualizePrompt,
  generatePrompt,
  gradePrompt,
  type Prompt,
  repairPrompt,
  summarizePrompt,
} from "../prompts.ts";
import { type CallOutcome, type ModelTask, type RecordCall, UsageMeter } from "../receipts.ts";
import { type ChatClient, type ChatResult, type ChatTurn, PartialAnswer } from "./chat-client.ts";
import { citationsIn, MarkFilter, withKnownMarks } from "./citation-marks.ts";
import { callErrorOf, failureOf } from "./failures.ts";
import { isNoAnswer, NoAnswerGuard } from "./no-answer-guard.ts";
import { gradeShape, readGrade } from "./read-grade.ts";

/** A rewritten question longer than this is an answer or a speech, not a question. */
const maxRewriteChars = 600;
const maxSummaryChars = 1_200;

export interface OpenAiModelOptions {
  provider: string;
  clients: Record<ModelTask, ChatClient>;
  recordCall: RecordCall;
}

/** The graph's model on an OpenAI-compatible provider. One for each turn: it adds up what the turn spends. */
export class OpenAiModel implements ModelPort {
  readonly #options: OpenAiModelOptions;
  readonly #meter = new UsageMeter();

  constructor(options: OpenAiModelOptions) {
    this.#options = options;
  }

  async contextualize(
    input: { question: string; history: HistoryMessage[]; tenant: TenantProfile },
    signal: AbortSignal,
  ): Promise<ContextualizeResult> {
    const { text } = await this.#call("contextualize", (client) =>
      client.complete(turnsOf(contextualizePrompt(input)), null, signal),
    );
    const question = text
      .trim()
      .replace(/^["“](.*)["”]$/s, "$1")
      .trim();
    const unusable = question === "" || question.length > Math.max(maxRewriteChars, input.question.length * 2);
    if (unusable || sameWords(question, input.question)) return { question: input.question, unchanged: true };
    return { question, unchanged: false };
  }

  async generate(input: GenerateInput, onToken: (text: string) => void, signal: AbortSignal): Promise<GeneratedAnswer> {
    const marks = new MarkFilter(input.chunks.length, onToken);
    const guard = new NoAnswerGuard((text) => marks.push(text));
    const { text } = await this.#call("generate", (client) =>
      client.stream(turnsOf(generatePrompt(input)), (piece) => guard.push(piece), signal),
    );
    guard.end();
    marks.end();
    if (isNoAnswer(text)) return { text: "", citations: [] };
    const answer = withKnownMarks(text, input.chunks.length).trim();
    return { text: answer, citations: citationsIn(answer, input.chunks) };
  }

  async grade(input: GenerateInput & { answer: GeneratedAnswer }, signal: AbortSignal): Promise<GradeResult> {
    const turns = turnsOf(gradePrompt(input));
    const first = await this.#call("grade", (client) => client.complete(turns, gradeShape, signal));
    const read = readGrade(first.text);
    if ("grade" in read) return read.grade;
    const repair: ChatTurn[] = [
      ...turns,
      { role: "assistant", content: first.text },
      { role: "user", content: repairPrompt(read.error) },
    ];
    const second = await this.#call("grade", (client) => client.complete(repair, gradeShape, signal));
    const repaired = readGrade(second.text);
    if ("grade" in repaired) return repaired.grade;
    throw new ModelFailure("malformed", "the grade could not be read twice");
  }

  async summarize(
    input: { question: string; history: HistoryMessage[]; tenant: TenantProfile },
    signal: AbortSignal,
  ): Promise<string> {
    const { text } = await this.#call("summarize", (client) =>
      client.complete(turnsOf(summarizePrompt(input)), null, signal),
    );
    return text.trim().slice(0, maxSummaryChars).toWellFormed();
  }

  usage(): Usage {
    return this.#meter.total;
  }

  /** One call with its receipt, whatever comes of it. Failures come out as `ModelFailure`. */
  async #call(task: ModelTask, work: (client: ChatClient) => Promise<ChatResult>): Promise<ChatResult> {
    const client = this.#options.clients[task];
    const started = performance.now();
    try {
      const result = await work(client);
      this.#record(task, { result, outcome: "ok", started });
      return result;
    } catch (error) {
      const partial = error instanceof PartialAnswer ? error.result : null;
      const failure = partial && error instanceof PartialAnswer ? error.failure : callErrorOf(error);
      this.#record(task, { result: partial, outcome: failure.kind, started });
      throw failureOf(failure, partial?.text ?? "");
    }
  }

  #record(
    task: ModelTask,
    { result, outcome, started }: { result: ChatResult | null; outcome: CallOutcome; started: number },
  ): void {
    const { model } = this.#options.clients[task];
    const tokens = {
      input_tokens: result?.input_tokens ?? 0,
      output_tokens: result?.output_tokens ?? 0,
      cached_tokens: result?.cached_tokens ?? 0,
    };
    const cost_micros = costMicros(model, tokens);
    this.#meter.add({ ...tokens, cost_micros });
    this.#options.recordCall({
      task,
      provider: this.#options.provider,
      model,
      ...tokens,
      cost_micros,
      latency_ms: performance.now() - started,
      first_token_ms: result?.first_token_ms ?? null,
      outcome,
    });
  }
}

/** The part that never changes first, so that the provider's prompt cache hits. */
function turnsOf({ system, user }: Prompt): ChatTurn[] {
  return [
    { role: "system", content: system },
    { role: "user", content: user },
  ];
}

function sameWords(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return plain(one) === plain(other);
}
