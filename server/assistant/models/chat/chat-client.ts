import type { IncomingMessage } from "node:http";
import { estimateTokens } from "../../../core/text/estimate-tokens.ts";
import type { ProxyRule } from "../proxy.ts";
import { addCounts, type ChatResult, emptyResult, PartialAnswer } from "./chat-result.ts";
import { cleanJson, cleanText } from "./clean-text.ts";
import { CallError, callErrorOf, UnknownExtra } from "./failures.ts";
import { maxBodyChars, postWell, textOf } from "./post.ts";
import { readAnswer, saidNothing } from "./read-answer.ts";
import type { Resilience } from "./resilience.ts";
import { CallClock, type CallLimits } from "./time-limits.ts";
import type { ChatExtra, ChatRequest, ChatTurn, ChatWire, JsonShape, ToolSpec } from "./wire.ts";

/** Factor for the output limit when an answer was cut. The large models of all providers support that much. */
const moreRoom = 3;

/** Properties of a model learned from earlier calls; shared by all its tasks. */
export interface ModelTraits {
  /** The model reasons before it answers and marks only the end of the reasoning: nothing is shown before that mark. */
  thinksAloud: boolean;
  /** Request parts that its server rejected; sent once, then left out. */
  unknown: Set<ChatExtra>;
  /** Context size in tokens, prompt and answer together; undefined when unknown. */
  window: number | undefined;
}

/** Models whose chat template opens the reasoning, so that the model only writes the closing mark. */
const openedByTemplate = /(?:^|[^a-z])r1(?![a-z0-9])|qwq/i;

export function newTraits(model = "", window?: number): ModelTraits {
  return { thinksAloud: openedByTemplate.test(model), unknown: new Set(), window };
}

/** Token estimates are too low by at most this factor. */
const estimateMargin = 1.1;

export interface ChatSettings {
  wire: ChatWire;
  model: string;
  maxOutputTokens: number;
  /** Routine work, for which a reasoning model should reason little. */
  isRoutine: boolean;
  limits: CallLimits;
  resilience: Resilience;
  proxy?: ProxyRule | undefined;
  traits: ModelTraits;
}

export interface CallOptions {
  /**
   * Set for the second attempt with a higher output limit: start time of the first attempt (`performance.now()`). Both attempts share the
   * time limit of one call.
   */
  roomSince?: number;
  /** Called with reasoning as it arrives, for streamed calls only. */
  onThought?: (thought: string) => void;
}

/**
 * One model of one provider. Reads the provider's stream directly: client libraries take several times as long as the rest of a turn. Text
 * is cleaned here, for every task and provider, so that later steps can store and send it.
 */
export class ChatClient {
  readonly #settings: ChatSettings;

  constructor(settings: ChatSettings) {
    this.#settings = settings;
  }

  get model(): string {
    return this.#settings.model;
  }

  get traits(): ModelTraits {
    return this.#settings.traits;
  }

  /** Token limit of a prompt; undefined when unknown. The prompt gets at least half of the context. */
  get room(): number | undefined {
    const { window } = this.traits;
    if (window === undefined) return undefined;
    return Math.floor((window - Math.min(this.#settings.maxOutputTokens, window / 2)) / estimateMargin);
  }

  /**
   * Streams text. A call that has emitted text is not retried, because it would repeat the beginning.
   * @throws PartialAnswer
   */
  async stream(
    turns: ChatTurn[],
    onText: (text: string) => void,
    options: CallOptions & { signal: AbortSignal },
  ): Promise<ChatResult> {
    const { wire, limits, resilience } = this.#settings;
    const started = performance.now();
    const clock = new CallClock(shortened(limits, options), options.signal);
    const result = emptyResult();
    const request = this.#request(turns, null, options);
    const { onThought } = options;
    const reading = { result, clock, onText, onThought, started, maxOutputTokens: request.maxOutputTokens };
    const attempt = async () => {
      try {
        await readAnswer(wire, await this.#withoutUnknown(() => this.#send(request, clock, true)), reading);
      } catch (error) {
        throw withoutRetryAfterText(clock.reason() ?? callErrorOf(error), result.text !== "");
      }
    };
    try {
      await resilience.run(attempt, clock.signal);
      return result;
    } catch (error) {
      throw new PartialAnswer(clock.reason() ?? callErrorOf(error), result);
    } finally {
      clock.stop();
    }
  }

  /** Tool calls that the model requests; none when the model does not support tools. @throws CallError */
  propose(turns: ChatTurn[], tools: readonly ToolSpec[], options: { signal: AbortSignal }): Promise<ChatResult> {
    return this.#whole({ ...this.#request(turns, null, {}), tools }, options);
  }

  /** A whole answer in one response, as JSON when a schema is given. @throws CallError */
  complete(
    turns: ChatTurn[],
    shape: JsonShape | null,
    options: CallOptions & { signal: AbortSignal },
  ): Promise<ChatResult> {
    return this.#whole(this.#request(turns, shape, options), options);
  }

  /** Makes attempts within the limits of a call that is not streamed. */
  async #whole(request: ChatRequest, options: CallOptions & { signal: AbortSignal }): Promise<ChatResult> {
    const { limits, resilience } = this.#settings;
    const { totalMs } = shortened(limits, options);
    const clock = new CallClock({ ...limits, totalMs, firstTokenMs: totalMs, idleMs: totalMs }, options.signal);
    const attempt = async () => {
      try {
        return await this.#completed(request, clock);
      } catch (error) {
        throw clock.reason() ?? callErrorOf(error);
      }
    };
    try {
      return await resilience.run(attempt, clock.signal);
    } catch (error) {
      throw clock.reason() ?? callErrorOf(error);
    } finally {
      clock.stop();
    }
  }

  async #completed(request: ChatRequest, clock: CallClock): Promise<ChatResult> {
    const { shape, tools } = request;
    const { text, calls, isCut, usage } = await this.#withoutUnknown(async () => {
      // A tool request without tools has no meaning, so nothing is sent.
      if (tools && this.traits.unknown.has("tools")) return { text: "", calls: [], isCut: false, usage: {} };
      const body = await textOf(await this.#send(request, clock, false), maxBodyChars);
      return this.#settings.wire.readWhole(body, request);
    });
    if (text.trim() === "" && !isCut && !tools) throw saidNothing();
    const result: ChatResult = { ...emptyResult(), text: shape ? cleanJson(text) : cleanText(text), isCut };
    if (tools) result.calls = calls ?? [];
    if (usage) addCounts(result, usage);
    return result;
  }

  #request(turns: ChatTurn[], shape: JsonShape | null, { roomSince }: CallOptions): ChatRequest {
    const { model, maxOutputTokens, isRoutine } = this.#settings;
    const wanted = maxOutputTokens * (roomSince === undefined ? 1 : moreRoom);
    const { window, unknown } = this.traits;
    const left =
      window === undefined
        ? wanted
        : Math.max(leastOutputTokens, Math.floor(window - estimateTurns(turns) * estimateMargin));
    return { model, maxOutputTokens: Math.min(wanted, left), turns, shape, isRoutine, unknown };
  }

  /** Adapts the request to the server: without a system role, the instructions precede the user's text. */
  #asUsual(request: ChatRequest): ChatRequest {
    if (!this.traits.unknown.has("system")) return request;
    const [system, first, ...others] = request.turns;
    if (system?.role !== "system" || first?.role !== "user") return request;
    return { ...request, turns: [{ ...first, content: `${system.content}\n\n${first.content}` }, ...others] };
  }

  #send(request: ChatRequest, clock: CallClock, isStreamed: boolean): Promise<IncomingMessage> {
    const { wire, limits, proxy } = this.#settings;
    const asked = this.#asUsual(request);
    const body = JSON.stringify(wire.body(asked, isStreamed));
    const call = { url: wire.url(this.model), headers: wire.headers, body };
    return postWell({ ...call, connectMs: limits.connectMs, signal: clock.signal, proxy }, (complaint) =>
      wire.unknownExtra(complaint, asked),
    );
  }

  /** Repeats the request without a part that the server rejected. This does not count as a retry. */
  async #withoutUnknown<Result>(ask: () => Promise<Result>): Promise<Result> {
    const { unknown } = this.traits;
    // Another call may add to the same set meanwhile.
    const before = new Set(unknown);
    try {
      return await ask();
    } catch (error) {
      if (error instanceof CallError && error.contextTokens !== undefined)
        this.traits.window = Math.min(error.contextTokens, this.traits.window ?? Number.POSITIVE_INFINITY);
      if (!(error instanceof UnknownExtra) || before.has(error.extra)) throw error;
      unknown.add(error.extra);
      return this.#withoutUnknown(ask);
    }
  }
}

/** A lower limit allows no useful answer. The server rejects a prompt that leaves fewer tokens. */
const leastOutputTokens = 256;

/** Estimated tokens of a prompt. */
export function estimateTurns(turns: readonly ChatTurn[]): number {
  return turns.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}

/** Limits of a second attempt: the time that the first attempt left. */
function shortened(limits: CallLimits, { roomSince }: CallOptions): CallLimits {
  if (roomSince === undefined) return limits;
  return { ...limits, totalMs: Math.max(1, limits.totalMs - (performance.now() - roomSince)) };
}

function withoutRetryAfterText(error: CallError, hasText: boolean): CallError {
  return hasText && error.retryable ? new CallError(error.kind, error.message, { cause: error }) : error;
}
