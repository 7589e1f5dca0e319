import type { IncomingMessage } from "node:http";
import { addCounts, type ChatResult, emptyResult, PartialAnswer } from "./chat-result.ts";
import { cleanJson, cleanText, TextCleaner } from "./clean-text.ts";
import { CallError, callErrorOf, UnknownExtra } from "./failures.ts";
import { maxBodyChars, postWell, textOf } from "./post.ts";
import { readStream } from "./read-stream.ts";
import type { Resilience } from "./resilience.ts";
import type { ThinkingHabit } from "./thinking-habit.ts";
import { CallClock, type CallLimits } from "./time-limits.ts";
import type { ChatExtra, ChatRequest, ChatTurn, ChatWire, JsonShape, Send } from "./wire.ts";

/** A token is hardly longer than this; an answer beyond it ignores the limit it was given. */
const maxCharsPerToken = 24;
/** An answer that was cut gets so many times the room. The large models of all providers have as much. */
const moreRoom = 3;

export interface ChatSettings {
  wire: ChatWire;
  model: string;
  maxOutputTokens: number;
  limits: CallLimits;
  resilience: Resilience;
  habit: ThinkingHabit;
}

/** How a call differs from the usual. */
export interface CallOptions {
  /** Set for a second try with more room: when the first began (`performance.now()`). Both together have the time of one call. */
  roomSince?: number;
}

interface Reading {
  result: ChatResult;
  clock: CallClock;
  onText: (text: string) => void;
  started: number;
  maxOutputTokens: number;
}

/**
 * One model of one provider. Reads the provider's stream itself: client libraries cost several times the rest of a turn. Text is cleaned
 * here, for every task and provider, so that all behind can store and send it.
 */
export class ChatClient {
  readonly #settings: ChatSettings;
  /** What this server turned out not to know; asked once, then not again. */
  readonly #unknown = new Set<ChatExtra>();

  constructor(settings: ChatSettings) {
    this.#settings = settings;
  }

  get model(): string {
    return this.#settings.model;
  }

  get habit(): ThinkingHabit {
    return this.#settings.habit;
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
        await this.#read(
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

  /** A whole answer at once, as JSON of a shape when one is given. @throws CallError */
  async complete(
    turns: ChatTurn[],
    shape: JsonShape | null,
    options: CallOptions & { signal: AbortSignal },
  ): Promise<ChatResult> {
    const { limits, resilience, wire } = this.#settings;
    // Loading is no fault of the provider's; done long before, unless a tenant's own choice was the first to need it.
    await wire.prepare?.();
    const { totalMs } = shortened(limits, options);
    const clock = new CallClock({ ...limits, totalMs, firstTokenMs: totalMs, idleMs: totalMs }, options.signal);
    const request = this.#request(turns, shape, options);
    const attempt = async () => {
      try {
        const { text, isCut, usage } = await this.#withoutUnknown(() => wire.complete(request, this.#sender(clock)));
        if (text.trim() === "" && !isCut) throw saidNothing();
        const result = { ...emptyResult(), text: shape ? cleanJson(text) : cleanText(text), isCut };
        if (usage) addCounts(result, usage);
        return result;
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

  #request(turns: ChatTurn[], shape: JsonShape | null, { roomSince }: CallOptions): ChatRequest {
    const { model, maxOutputTokens } = this.#settings;
    const room = roomSince === undefined ? 1 : moreRoom;
    return { model, maxOutputTokens: maxOutputTokens * room, turns, shape, unknown: this.#unknown };
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
      if (!(error instanceof UnknownExtra) || this.#unknown.has(error.extra)) throw error;
      this.#unknown.add(error.extra);
      return this.#withoutUnknown(ask);
    }
  }

  async #read(response: IncomingMessage, reading: Reading): Promise<void> {
    const { wire } = this.#settings;
    const { result, clock } = reading;
    const take = taker(reading);
    let isFinished = false;
    let arrived = "";
    const onData = (data: string): boolean => {
      const piece = wire.readPiece(data);
      if (piece.usage) addCounts(result, piece.usage);
      isFinished ||= piece.isFinished;
      result.isCut ||= piece.isCut;
      if (piece.text !== "" || piece.isAlive) clock.tick();
      arrived += piece.text;
      return piece.isLast;
    };
    // Tokens that came at once go on as one piece: every filter on the way costs as much for a token as for a line.
    const onPacket = () => {
      const text = arrived;
      arrived = "";
      take(text);
    };
    switch (kindOf(response)) {
      case "stream":
        await readStream(response, onData, onPacket).catch((error: unknown) => {
          // It has said that it is through; only the end of the connection is missing.
          if (!isFinished || clock.reason()?.kind === "cancelled") throw error;
        });
        break;
      case "json": {
        // A server that does not stream gives all at once.
        const { text, isCut, usage } = wire.readWhole(await textOf(response, maxBodyChars));
        if (usage) addCounts(result, usage);
        result.isCut = isCut;
        take(text);
        isFinished = true;
        break;
      }
      default:
        response.destroy();
        throw new CallError("malformed", "the provider's answer is no stream of events");
    }
    // The stream ended politely but the model did not: a proxy or server broke off.
    if (!isFinished) throw new CallError("unavailable", "the answer broke off", { retryable: true });
    take.end();
    if (result.text === "" && !result.isCut) throw saidNothing();
  }
}

/** Takes pieces of text, cleaned, into the result and on to whoever listens. */
function taker({ result, started, onText, maxOutputTokens }: Reading) {
  const cleaner = new TextCleaner();
  const give = (text: string) => {
    if (text === "") return;
    result.first_token_ms ??= performance.now() - started;
    result.text += text;
    if (result.text.length > maxOutputTokens * maxCharsPerToken)
      throw new CallError("malformed", "the model's answer does not end");
    onText(text);
  };
  return Object.assign((piece: string) => give(cleaner.push(piece)), { end: () => give(cleaner.end()) });
}

/** The limits of a second try: what the first has left of the whole. */
function shortened(limits: CallLimits, { roomSince }: CallOptions): CallLimits {
  if (roomSince === undefined) return limits;
  return { ...limits, totalMs: Math.max(1, limits.totalMs - (performance.now() - roomSince)) };
}

/** Servers that name no type are given the benefit of the doubt. */
function kindOf(response: IncomingMessage): "stream" | "json" | "other" {
  const type = response.headers["content-type"] ?? "text/event-stream";
  if (/event-stream|octet-stream|text\/plain/i.test(type)) return "stream";
  return /json/i.test(type) ? "json" : "other";
}

function saidNothing(): CallError {
  return new CallError("malformed", "the model said nothing", { retryable: true });
}

function withoutRetryAfterText(error: CallError, hasText: boolean): CallError {
  return hasText && error.retryable ? new CallError(error.kind, error.message, { cause: error }) : error;
}
