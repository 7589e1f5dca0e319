import type { AIMessageChunk } from "@langchain/core/messages";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { ChatOpenAICompletions, type OpenAIClient } from "@langchain/openai";
import { CallError, callErrorOf } from "./failures.ts";
import type { Resilience } from "./resilience.ts";
import { CallClock, type CallLimits } from "./time-limits.ts";

type StreamRequest = OpenAIClient.Chat.ChatCompletionCreateParamsStreaming;
type WholeRequest = OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming;
type StreamChunk = OpenAIClient.Chat.Completions.ChatCompletionChunk;
type WholeAnswer = OpenAIClient.Chat.Completions.ChatCompletion;
type RequestOptions = NonNullable<Parameters<ChatOpenAICompletions["completionWithRetry"]>[1]>;

export interface ChatSettings {
  apiKey: string;
  /** Undefined: OpenAI's own. */
  baseUrl: string | undefined;
  model: string;
  maxOutputTokens: number;
  limits: CallLimits;
  resilience: Resilience;
}

export interface ChatTurn {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface JsonShape {
  name: string;
  schema: Record<string, unknown>;
}

export interface ChatResult {
  text: string;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  first_token_ms: number | null;
}

/**
 * LangChain's client for chat completions without its own retries, queue and token counting, which would load tables from the
 * network: retries are ours (`resilience.ts`), counts come from the provider.
 */
class PlainCompletions extends ChatOpenAICompletions {
  override async getNumTokens(): Promise<number> {
    return 0;
  }

  override completionWithRetry(request: StreamRequest, options?: RequestOptions): Promise<AsyncIterable<StreamChunk>>;
  override completionWithRetry(request: WholeRequest, options?: RequestOptions): Promise<WholeAnswer>;
  override async completionWithRetry(
    request: StreamRequest | WholeRequest,
    options?: RequestOptions,
  ): Promise<AsyncIterable<StreamChunk> | WholeAnswer> {
    // Makes the client as well, so it comes first.
    const clientOptions = this._getClientOptions(options);
    return this.client.chat.completions.create(request, clientOptions);
  }
}

/** One model of one OpenAI-compatible provider. Throws `CallError` and nothing else. */
export class ChatClient {
  readonly #settings: ChatSettings;
  readonly #client: ChatOpenAICompletions;
  /** Some servers do not know `response_format`; asked once, then not again. */
  #knowsFormats = true;

  constructor(settings: ChatSettings) {
    this.#settings = settings;
    this.#client = new PlainCompletions({
      model: settings.model,
      apiKey: settings.apiKey,
      maxTokens: settings.maxOutputTokens,
      maxRetries: 0,
      ...(takesTemperature(settings.model) ? { temperature: 0 } : {}),
      streamUsage: true,
      configuration: { ...(settings.baseUrl ? { baseURL: settings.baseUrl } : {}), maxRetries: 0, logLevel: "off" },
    });
  }

  get model(): string {
    return this.#settings.model;
  }

  /** Text as it comes. A call that has given text is not tried again: it would say the beginning twice. */
  async stream(turns: ChatTurn[], onText: (text: string) => void, signal: AbortSignal): Promise<ChatResult> {
    const started = performance.now();
    const clock = new CallClock(this.#settings.limits, signal);
    const result: ChatResult = { text: "", input_tokens: 0, output_tokens: 0, cached_tokens: 0, first_token_ms: null };
    let finished = false;
    const attempt = async () => {
      try {
        for await (const { message, text, generationInfo } of this.#client._streamResponseChunks(toMessages(turns), {
          signal: clock.signal,
        })) {
          addUsage(result, message as AIMessageChunk);
          finished ||= isFinished(generationInfo);
          if (text === "") continue;
          clock.tick();
          result.first_token_ms ??= performance.now() - started;
          result.text += text;
          onText(text);
        }
        // The stream ended politely but the model did not: a proxy or server broke off.
        if (!finished) throw new CallError("unavailable", "the answer broke off", { retryable: true });
      } catch (error) {
        throw withoutRetryAfterText(clock.reason() ?? callErrorOf(error), result.text !== "");
      }
    };
    try {
      await this.#settings.resilience.run(attempt, signal);
      return result;
    } catch (error) {
      throw new PartialAnswer(clock.reason() ?? callErrorOf(error), result);
    } finally {
      clock.stop();
    }
  }

  /** A whole answer at once, as JSON of a shape when one is given. */
  async complete(turns: ChatTurn[], shape: JsonShape | null, signal: AbortSignal): Promise<ChatResult> {
    const { totalMs } = this.#settings.limits;
    const clock = new CallClock({ firstTokenMs: totalMs, idleMs: totalMs, totalMs }, signal);
    const attempt = async () => {
      try {
        return await this.#ask(turns, this.#knowsFormats ? shape : null, clock.signal);
      } catch (error) {
        const failure = clock.reason() ?? callErrorOf(error);
        if (!(shape && this.#knowsFormats && rejectsFormat(failure))) throw failure;
        this.#knowsFormats = false;
        throw new CallError("unavailable", "the provider does not know response formats", {
          cause: error,
          retryable: true,
        });
      }
    };
    try {
      return await this.#settings.resilience.run(attempt, signal);
    } catch (error) {
      throw clock.reason() ?? callErrorOf(error);
    } finally {
      clock.stop();
    }
  }

  async #ask(turns: ChatTurn[], shape: JsonShape | null, signal: AbortSignal): Promise<ChatResult> {
    const format = shape
      ? { response_format: { type: "json_schema" as const, json_schema: { ...shape, strict: true } } }
      : {};
    const { generations } = await this.#client._generate(toMessages(turns), { signal, ...format });
    const [generation] = generations;
    if (!generation) throw new CallError("malformed", "the provider's answer holds no message");
    if (generation.generationInfo?.finish_reason === "content_filter")
      throw new CallError("refused", "the provider's content filter refused");
    const result: ChatResult = {
      text: generation.text,
      input_tokens: 0,
      output_tokens: 0,
      cached_tokens: 0,
      first_token_ms: null,
    };
    addUsage(result, generation.message as AIMessage);
    return result;
  }
}

/** A stream that failed, with what it had given until then. */
export class PartialAnswer extends Error {
  readonly failure: CallError;
  readonly result: ChatResult;

  constructor(failure: CallError, result: ChatResult) {
    super(failure.message, { cause: failure });
    this.name = "PartialAnswer";
    this.failure = failure;
    this.result = result;
  }
}

function toMessages(turns: ChatTurn[]): BaseMessage[] {
  return turns.map(({ role, content }) => {
    if (role === "system") return new SystemMessage(content);
    return role === "user" ? new HumanMessage(content) : new AIMessage(content);
  });
}

function addUsage(result: ChatResult, message: AIMessage | AIMessageChunk): void {
  const usage = message.usage_metadata;
  if (!usage) return;
  result.input_tokens = usage.input_tokens ?? 0;
  result.output_tokens = usage.output_tokens ?? 0;
  result.cached_tokens = usage.input_token_details?.cache_read ?? 0;
}

function isFinished(info: Record<string, unknown> | undefined): boolean {
  if (info?.finish_reason === "content_filter") throw new CallError("refused", "the provider's content filter refused");
  return typeof info?.finish_reason === "string";
}

function withoutRetryAfterText(error: CallError, hasText: boolean): CallError {
  return hasText && error.retryable ? new CallError(error.kind, error.message, { cause: error }) : error;
}

function rejectsFormat(error: CallError): boolean {
  const { cause } = error;
  return (
    cause instanceof Error &&
    "status" in cause &&
    cause.status === 400 &&
    /response_format|json_schema|structured/i.test(cause.message)
  );
}

/** Reasoning models refuse any temperature but their own. */
function takesTemperature(model: string): boolean {
  return !/(?:^|\/)(?:o\d|gpt-5)/.test(model);
}
