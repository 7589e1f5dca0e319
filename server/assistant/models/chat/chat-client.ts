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

/** An answer that was cut gets so many times the room. The large models of all providers have as much. */
const moreRoom = 3;

/** What calls of a model have shown of it; shared by all its tasks. */
export interface ModelTraits {
  /** It reasons before it answers and marks only the end of that: nothing is shown before. */
  thinksAloud: boolean;
  /** Parts of a request that its server turned out not to take; asked once, then not again. */
  unknown: Set<ChatExtra>;
  /** Tokens of its context, prompt and answer together; undefined where nobody knows. */
  window: number | undefined;
}

/** Models whose chat template opens their reasoning, so that they only close it. */
const openedByTemplate = /(?:^|[^a-z])r1(?![a-z0-9])|qwq/i;

export function newTraits(model = "", window?: number): ModelTraits {
  return { thinksAloud: openedByTemplate.test(model), unknown: new Set(), window };
}

/** Estimates of tokens are that much too low at most. */
const estimateMargin = 1.1;

export interface ChatSettings {
  wire: ChatWire;
  model: string;
  maxOutputTokens: number;
  /** Routine work, for which a model that reasons need not reason long. */
  isRoutine: boolean;
  limits: CallLimits;
  resilience: Resilience;
  proxy?: ProxyRule | undefined;
  traits: ModelTraits;
}

/** How a call differs from the usual. */
export interface CallOptions {
  /** Set for a second try with more room: when the first began (`performance.now()`). Both together have the time of one call. */
  roomSince?: number;
  /** Told of reasoning as it comes, of a streamed call only. */
  onThought?: (thought: string) => void;
}

/**
 * One model of one provider. Reads the provider's stream itself: client libraries cost several times the rest of a turn. Text is cleaned
 * here, for every task and provider, so that all behind can store and send it.
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

  /** Tokens that a prompt may have; undefined where nobody knows. At least half of the context is the prompt's. */
  get room(): number | undefined {
    const { window } = this.traits;
    if (window === undefined) return undefined;
    return Math.floor((window - Math.min(this.#settings.maxOutputTokens, window / 2)) / estimateMargin);
  }

  /**
   * Text as it comes. A call that has given text is not tried again: it would say the beginning twice.
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

  /** Calls of tools that the model asks for; none where the model turns out to know no tools. @throws CallError */
  propose(turns: ChatTurn[], tools: readonly ToolSpec[], options: { signal: AbortSignal }): Promise<ChatResult> {
    return this.#whole({ ...this.#request(turns, null, {}), tools }, options);
  }

  /** A whole answer at once, as JSON of a shape when one is given. @throws CallError */
  complete(
    turns: ChatTurn[],
    shape: JsonShape | null,
    options: CallOptions & { signal: AbortSignal },
  ): Promise<ChatResult> {
    return this.#whole(this.#request(turns, shape, options), options);
  }

  /** Tries within the limits of a call that gives all at once. */
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
      // Without its tools the question is no question.
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

  /** The request as this server takes it: without a system role the instructions stand before the user's words. */
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

  /** What a server turns out not to know is left out at once, which is no new try of a failed call. */
  async #withoutUnknown<Result>(ask: () => Promise<Result>): Promise<Result> {
    const { unknown } = this.traits;
    // Another call may learn the same meanwhile.
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

/** Less is no answer; a prompt that leaves less is refused by the server. */
const leastOutputTokens = 256;

/** Tokens of a prompt, near enough. */
export function estimateTurns(turns: readonly ChatTurn[]): number {
  return turns.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}

/** The limits of a second try: what the first has left of the whole. */
function shortened(limits: CallLimits, { roomSince }: CallOptions): CallLimits {
  if (roomSince === undefined) return limits;
  return { ...limits, totalMs: Math.max(1, limits.totalMs - (performance.now() - roomSince)) };
}

function withoutRetryAfterText(error: CallError, hasText: boolean): CallError {
  return hasText && error.retryable ? new CallError(error.kind, error.message, { cause: error }) : error;
}
