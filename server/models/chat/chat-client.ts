import { addCounts, type ChatResult, emptyResult, PartialAnswer } from "./chat-result.ts";
import { cleanJson, cleanText } from "./clean-text.ts";
import { CallError, callErrorOf, UnknownExtra } from "./failures.ts";
import { postWell } from "./post.ts";
import { readAnswer, saidNothing } from "./read-answer.ts";
import type { Resilience } from "./resilience.ts";
import { CallClock, type CallLimits } from "./time-limits.ts";
import type { ChatExtra, ChatRequest, ChatTurn, ChatWire, JsonShape, Send, ToolSpec, WholeAnswer } from "./wire.ts";

/** An answer that was cut gets so many times the room. The large models of all providers have as much. */
const moreRoom = 3;

/** What calls of a model have shown of it; shared by all its tasks. */
export interface ModelTraits {
  /** It reasons before it answers and marks only the end of that: nothing is shown before. */
  thinksAloud: boolean;
  /** Parts of a request that its server turned out not to take; asked once, then not again. */
  unknown: Set<ChatExtra>;
}

/** Models whose chat template opens their reasoning, so that they only close it. */
const openedByTemplate = /(?:^|[^a-z])r1(?![a-z0-9])|qwq/i;

export function newTraits(model = ""): ModelTraits {
  return { thinksAloud: openedByTemplate.test(model), unknown: new Set() };
}

export interface ChatSettings {
  wire: ChatWire;
  model: string;
  maxOutputTokens: number;
  limits: CallLimits;
  resilience: Resilience;
  traits: ModelTraits;
}

/** How a call differs from the usual. */
export interface CallOptions {
  /** Set for a second try with more room: when the first began (`performance.now()`). Both together have the time of one call. */
  roomSince?: number;
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
    const reading = { result, clock, onText, started, maxOutputTokens: request.maxOutputTokens };
    const attempt = async () => {
      try {
        await readAnswer(
          wire,
          await this.#withoutUnknown(() => {
            const body = JSON.stringify(wire.streamBody(request));
            return this.#sender(clock)({ url: wire.url(this.model), headers: wire.headers, body });
          }),
          reading,
        );
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
  async propose(
    turns: ChatTurn[],
    tools: readonly ToolSpec[],
    { signal }: { signal: AbortSignal },
  ): Promise<ChatResult> {
    if (this.traits.unknown.has("tools")) return { ...emptyResult(), calls: [], isCounted: true };
    const { wire } = this.#settings;
    return this.#whole({ signal }, async (clock) => {
      const request = { ...this.#request(turns, null, {}), tools };
      const {
        text,
        isCut,
        usage,
        calls = [],
      } = await this.#withoutUnknown(() =>
        // Without its tools the question is no question.
        this.traits.unknown.has("tools") ? Promise.resolve(nothingSaid) : wire.complete(request, this.#sender(clock)),
      );
      const result = { ...emptyResult(), text: cleanText(text), calls, isCut };
      if (usage) addCounts(result, usage);
      return result;
    });
  }

  /** A whole answer at once, as JSON of a shape when one is given. @throws CallError */
  async complete(
    turns: ChatTurn[],
    shape: JsonShape | null,
    options: CallOptions & { signal: AbortSignal },
  ): Promise<ChatResult> {
    const { wire } = this.#settings;
    return this.#whole(options, async (clock) => {
      const request = this.#request(turns, shape, options);
      const { text, isCut, usage } = await this.#withoutUnknown(() => wire.complete(request, this.#sender(clock)));
      if (text.trim() === "" && !isCut) throw saidNothing();
      const result = { ...emptyResult(), text: shape ? cleanJson(text) : cleanText(text), isCut };
      if (usage) addCounts(result, usage);
      return result;
    });
  }

  /** Tries within the limits of a call that gives all at once. */
  async #whole(
    options: CallOptions & { signal: AbortSignal },
    ask: (clock: CallClock) => Promise<ChatResult>,
  ): Promise<ChatResult> {
    const { limits, resilience, wire } = this.#settings;
    // Loading is no fault of the provider's; done long before, unless a tenant's own choice was the first to need it.
    await wire.prepare?.();
    const { totalMs } = shortened(limits, options);
    const clock = new CallClock({ ...limits, totalMs, firstTokenMs: totalMs, idleMs: totalMs }, options.signal);
    try {
      return await resilience.run(
        () =>
          ask(clock).catch((error: unknown) => {
            throw clock.reason() ?? callErrorOf(error);
          }),
        clock.signal,
      );
    } catch (error) {
      throw clock.reason() ?? callErrorOf(error);
    } finally {
      clock.stop();
    }
  }

  #request(turns: ChatTurn[], shape: JsonShape | null, { roomSince }: CallOptions): ChatRequest {
    const { model, maxOutputTokens } = this.#settings;
    const room = roomSince === undefined ? 1 : moreRoom;
    return { model, maxOutputTokens: maxOutputTokens * room, turns, shape, unknown: this.traits.unknown };
  }

  #sender(clock: CallClock): Send {
    const { wire, limits } = this.#settings;
    return (request) =>
      postWell({ ...request, connectMs: limits.connectMs, signal: clock.signal }, (body) => wire.unknownExtra(body));
  }

  /** What a server turns out not to know is left out at once, which is no new try of a failed call. */
  async #withoutUnknown<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof UnknownExtra) || this.traits.unknown.has(error.extra)) throw error;
      this.traits.unknown.add(error.extra);
      return this.#withoutUnknown(ask);
    }
  }
}

const nothingSaid: WholeAnswer = { text: "", isCut: false, usage: {} };

/** The limits of a second try: what the first has left of the whole. */
function shortened(limits: CallLimits, { roomSince }: CallOptions): CallLimits {
  if (roomSince === undefined) return limits;
  return { ...limits, totalMs: Math.max(1, limits.totalMs - (performance.now() - roomSince)) };
}

function withoutRetryAfterText(error: CallError, hasText: boolean): CallError {
  return hasText && error.retryable ? new CallError(error.kind, error.message, { cause: error }) : error;
}
