import type { Usage } from "../../../protocol/messages.ts";
import { modelAdvice } from "../../../protocol/model-advice.ts";
import { currentSpan, inSpan } from "../../core/trace.ts";
import type { ModelFailureKind } from "../ports.ts";
import { type ChatClient, estimateTurns } from "./chat/chat-client.ts";
import { type ChatResult, PartialAnswer } from "./chat/chat-result.ts";
import type { Caller } from "./chat/chat-tasks.ts";
import { callErrorOf, failureOf } from "./chat/failures.ts";
import type { ChatTurn } from "./chat/wire.ts";
import { countTokens } from "./count-tokens.ts";
import { costOf, type Prices } from "./prices.ts";

/** Tasks for models. Each has its own model (`task-models.ts`). */
export type ModelTask =
  | "extract"
  | "look"
  | "contextualize"
  | "act"
  | "generate"
  | "grade"
  | "summarize"
  | "translate"
  | CopilotTask;
/** Tasks of the copilot: routine for the small model, comparisons and audits for the large one. */
export type CopilotTask = "copilot" | "copilot_large";

/** `cut`: the model reached its output limit and the answer is incomplete. `cut_prompt`: the server silently cut the prompt. */
export type CallOutcome = "ok" | "cut" | "cut_prompt" | ModelFailureKind;

/** Usage record of one model call. */
export interface UsageRecord {
  task: ModelTask;
  provider: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  /** Millionths of a US dollar. */
  cost_micros: number;
  /** False: the model's price is unknown, and the cost above is 0. Absent: true. */
  price_known?: boolean;
  /** True: the provider reported no count, and the tokens are our estimate. Absent: false. */
  tokens_estimated?: boolean;
  latency_ms: number;
  first_token_ms: number | null;
  outcome: CallOutcome;
}

export type RecordCall = (usageRecord: UsageRecord) => void;

/** Sum of a turn's usage records. */
class UsageMeter {
  #sum: Usage = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_micros: 0 };

  add({ input_tokens, output_tokens, cached_tokens, cost_micros }: Usage): void {
    this.#sum = {
      input_tokens: this.#sum.input_tokens + input_tokens,
      output_tokens: this.#sum.output_tokens + output_tokens,
      cached_tokens: this.#sum.cached_tokens + cached_tokens,
      cost_micros: this.#sum.cost_micros + cost_micros,
    };
  }

  get total(): Usage {
    return { ...this.#sum };
  }
}

/** The prompt was cut when our estimate is this many times the server's count; estimates are more accurate than that. */
const cutFactor = 1.6;
const leastCharsPerToken = 2;
/** No model has a smaller context; a lower count means that the server counts differently. */
const leastWindow = 1_000;

interface Call {
  task: ModelTask;
  provider: string;
  client: ChatClient;
  signal: AbortSignal;
}

interface Outcome {
  result: ChatResult | null;
  outcome: CallOutcome;
  started: number;
}

/** Advises the operator in one sentence, without text of a message. */
export type WarnOfCall = (
  call: { task: ModelTask; provider: string; model: string; outcome: string },
  advice: string,
) => void;

/** Writes a usage record for every call of a turn, successful or not, and adds up the costs. */
export class CallMeter {
  readonly #record: RecordCall;
  readonly #prices: Prices;
  readonly #warn: WarnOfCall;
  readonly #sum = new UsageMeter();

  constructor({ record, prices, warn }: { record: RecordCall; prices: Prices; warn?: WarnOfCall | undefined }) {
    this.#record = record;
    this.#prices = prices;
    this.#warn = warn ?? (() => {});
  }

  get total(): Usage {
    return this.#sum.total;
  }

  /** Calls of this model; they return text or throw `ModelFailure`. */
  caller(call: Call): Caller {
    const { client, signal } = call;
    return {
      traits: client.traits,
      room: () => client.room,
      complete: (turns, shape, options) =>
        this.#measured(call, turns, () => client.complete(turns, shape, { ...options, signal })),
      stream: (turns, onText, options) =>
        this.#measured(call, turns, () => client.stream(turns, onText, { ...options, signal })),
      propose: (turns, tools) => this.#measured(call, turns, () => client.propose(turns, tools, { signal })),
    };
  }

  #measured(call: Call, turns: ChatTurn[], work: () => Promise<ChatResult>): Promise<ChatResult> {
    const { task, provider, client } = call;
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": client.model,
      "parley.task": task,
    };
    return inSpan(`model ${task}`, { kind: "client", attributes }, () => this.#called(call, turns, work));
  }

  async #called(call: Call, turns: ChatTurn[], work: () => Promise<ChatResult>): Promise<ChatResult> {
    const started = performance.now();
    try {
      const result = await work();
      const wasPromptCut = result.isCounted && this.#lookForCut(call, turns, result.input_tokens);
      const outcome = wasPromptCut ? "cut_prompt" : result.isCut ? "cut" : "ok";
      await this.#settle(call, turns, { result, outcome, started });
      return result;
    } catch (error) {
      const partial = error instanceof PartialAnswer ? error.result : null;
      const failure = error instanceof PartialAnswer ? error.failure : callErrorOf(error);
      await this.#settle(call, turns, { result: partial, outcome: failure.kind, started });
      const { task, provider, client } = call;
      const failed = { task, provider, model: client.model, outcome: failure.kind };
      const advice = modelAdvice({ ...failed, setting: failure.setting });
      if (advice !== null) this.#warn(failed, `${capital(failure.message)}. ${advice}`);
      throw failureOf(failure, partial?.text ?? "");
    }
  }

  /** True when the server counts far fewer tokens than were sent: it has silently cut the prompt, as Ollama does. */
  #lookForCut({ task, provider, client }: Call, turns: ChatTurn[], counted: number): boolean {
    const chars = turns.reduce((sum, { content }) => sum + content.length, 0);
    // A quick check for most prompts: no text has so few tokens.
    if (counted < leastWindow || chars < counted * leastCharsPerToken) return false;
    const sent = estimateTurns(turns);
    if (sent < counted * cutFactor) return false;
    const { traits, model } = client;
    traits.window = Math.min(traits.window ?? counted, counted);
    const cut = { task, provider, model, outcome: "cut_prompt" };
    this.#warn(cut, `The server read ${counted} of about ${sent} tokens of the prompt. ${modelAdvice(cut)}`);
    return true;
  }

  async #settle(
    { task, provider, client: { model } }: Call,
    turns: ChatTurn[],
    { result, outcome, started }: Outcome,
  ): Promise<void> {
    const latency_ms = performance.now() - started;
    const counted = result?.isCounted ?? false;
    const isAnswered = outcome === "ok" || outcome === "cut" || outcome === "cut_prompt";
    // A broken-off stream has no count but was paid for.
    const isEstimated = !counted && (isAnswered || (result?.text ?? "") !== "");
    const tokens = isEstimated
      ? await estimate(isAnswered ? model : null, turns, saidIn(result))
      : {
          input_tokens: result?.input_tokens ?? 0,
          output_tokens: result?.output_tokens ?? 0,
          cached_tokens: result?.cached_tokens ?? 0,
        };
    const cost = costOf(this.#prices, { provider, model }, tokens);
    this.#sum.add({ ...tokens, cost_micros: cost.micros });
    const usageRecord = {
      task,
      provider,
      model,
      ...tokens,
      cost_micros: cost.micros,
      price_known: cost.isKnown,
      tokens_estimated: isEstimated,
      latency_ms,
      first_token_ms: result?.first_token_ms ?? null,
      outcome,
    };
    currentSpan()?.set({
      "gen_ai.usage.input_tokens": usageRecord.input_tokens,
      "gen_ai.usage.output_tokens": usageRecord.output_tokens,
      "parley.outcome": outcome,
      "parley.cost_micros": usageRecord.cost_micros,
      "parley.first_token_ms": usageRecord.first_token_ms ?? undefined,
    });
    this.#record(usageRecord);
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function saidIn(result: ChatResult | null): string {
  const calls = result?.calls?.length ? JSON.stringify(result.calls) : "";
  return `${result?.text ?? ""}${calls}`;
}

/** @param model null: a rough count that loads no tables. */
async function estimate(model: string | null, turns: ChatTurn[], text: string) {
  const asked = turns.map(({ content }) => content).join("\n");
  return {
    input_tokens: await countTokens(model, asked),
    output_tokens: await countTokens(model, text),
    cached_tokens: 0,
  };
}
