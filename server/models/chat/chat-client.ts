import type { IncomingMessage } from "node:http";
import { toUrl } from "../../text/parse-url.ts";
import { CallError, callErrorOf, statusError } from "./failures.ts";
import { post, textOf } from "./post.ts";
import { readStream } from "./read-stream.ts";
import type { Resilience } from "./resilience.ts";
import { CallClock, type CallLimits } from "./time-limits.ts";
import type { ChatExtra, ChatWire, TokenCounts } from "./wire.ts";

/** Longest whole answer that is read, in characters. */
const maxBodyChars = 4_000_000;
/** Of an error's body, only what tells its kind is read. */
const maxErrorChars = 64_000;
/** A token is hardly longer than this; an answer beyond it ignores the limit it was given. */
const maxCharsPerToken = 24;

export interface ChatSettings {
  baseUrl: string;
  wire: ChatWire;
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
  /** True when the provider gave the counts. */
  isCounted: boolean;
  first_token_ms: number | null;
}

interface Attempt {
  turns: ChatTurn[];
  shape: JsonShape | null;
  clock: CallClock;
  stream: boolean;
}

/** One model of one provider. Reads the provider's stream itself: client libraries cost several times the rest of a turn. */
export class ChatClient {
  readonly #settings: ChatSettings;
  readonly #url: URL;
  /** What this server turned out not to know; asked once, then not again. */
  readonly #unknown = new Set<ChatExtra>();

  constructor(settings: ChatSettings) {
    this.#settings = settings;
    this.#url = toUrl(`${settings.baseUrl.replace(/\/+$/, "")}${settings.wire.path}`);
  }

  get model(): string {
    return this.#settings.model;
  }

  /**
   * Text as it comes. A call that has given text is not tried again: it would say the beginning twice.
   * @throws PartialAnswer
   */
  async stream(turns: ChatTurn[], onText: (text: string) => void, signal: AbortSignal): Promise<ChatResult> {
    const started = performance.now();
    const clock = new CallClock(this.#settings.limits, signal);
    const result = emptyResult();
    const attempt = async () => {
      try {
        const response = await this.#send({ turns, shape: null, clock, stream: true });
        await this.#read(response, { result, clock, started, onText });
      } catch (error) {
        throw withoutRetryAfterText(clock.reason() ?? callErrorOf(error), result.text !== "");
      }
    };
    try {
      await this.#settings.resilience.run(attempt, clock.signal);
      return result;
    } catch (error) {
      throw new PartialAnswer(clock.reason() ?? callErrorOf(error), result);
    } finally {
      clock.stop();
    }
  }

  /** A whole answer at once, as JSON of a shape when one is given. @throws CallError */
  async complete(turns: ChatTurn[], shape: JsonShape | null, signal: AbortSignal): Promise<ChatResult> {
    const { limits, resilience, wire } = this.#settings;
    const { totalMs } = limits;
    const clock = new CallClock({ ...limits, firstTokenMs: totalMs, idleMs: totalMs }, signal);
    const attempt = async () => {
      try {
        const response = await this.#send({ turns, shape, clock, stream: false });
        const { text, usage } = wire.readWhole(await textOf(response, maxBodyChars));
        if (text.trim() === "") throw saidNothing();
        const result = { ...emptyResult(), text };
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

  /** The head of a good answer. What a server turns out not to know is left out at once, which is no new try of a failed call. */
  async #send(attempt: Attempt): Promise<IncomingMessage> {
    const { wire, model, maxOutputTokens, limits } = this.#settings;
    const request = { model, maxOutputTokens, turns: attempt.turns, shape: attempt.shape, unknown: this.#unknown };
    const response = await post({
      url: this.#url,
      headers: wire.headers,
      body: JSON.stringify(wire.body(request, attempt.stream)),
      connectMs: limits.connectMs,
      signal: attempt.clock.signal,
    });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    const body = await textOf(response, maxErrorChars).catch(() => "");
    const extra = status === 400 || status === 422 ? wire.unknownExtra(body) : null;
    if (extra === null || this.#unknown.has(extra)) throw statusError(status, response.headers, body);
    this.#unknown.add(extra);
    return this.#send(attempt);
  }

  async #read(
    response: IncomingMessage,
    {
      result,
      clock,
      started,
      onText,
    }: { result: ChatResult; clock: CallClock; started: number; onText: (text: string) => void },
  ): Promise<void> {
    const { wire, maxOutputTokens } = this.#settings;
    let isFinished = false;
    const take = (text: string) => {
      result.first_token_ms ??= performance.now() - started;
      result.text += text;
      if (result.text.length > maxOutputTokens * maxCharsPerToken)
        throw new CallError("malformed", "the model's answer does not end");
      onText(text);
    };
    const onData = (data: string): boolean => {
      const piece = wire.readPiece(data);
      if (piece.usage) addCounts(result, piece.usage);
      isFinished ||= piece.isFinished;
      if (piece.text !== "" || piece.isAlive) clock.tick();
      if (piece.text !== "") take(piece.text);
      return piece.isLast;
    };
    switch (kindOf(response)) {
      case "stream":
        await readStream(response, onData).catch((error: unknown) => {
          // It has said that it is through; only the end of the connection is missing.
          if (!isFinished || clock.reason()?.kind === "cancelled") throw error;
        });
        break;
      case "json": {
        // A server that does not stream gives all at once.
        const { text, usage } = wire.readWhole(await textOf(response, maxBodyChars));
        if (usage) addCounts(result, usage);
        if (text !== "") take(text);
        isFinished = true;
        break;
      }
      default:
        response.destroy();
        throw new CallError("malformed", "the provider's answer is no stream of events");
    }
    // The stream ended politely but the model did not: a proxy or server broke off.
    if (!isFinished) throw new CallError("unavailable", "the answer broke off", { retryable: true });
    if (result.text === "") throw saidNothing();
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

function emptyResult(): ChatResult {
  return { text: "", input_tokens: 0, output_tokens: 0, cached_tokens: 0, isCounted: false, first_token_ms: null };
}

function addCounts(result: ChatResult, usage: TokenCounts): void {
  result.input_tokens = Math.round(usage.input_tokens ?? result.input_tokens);
  result.output_tokens = Math.round(usage.output_tokens ?? result.output_tokens);
  result.cached_tokens = Math.round(usage.cached_tokens ?? result.cached_tokens);
  result.isCounted = true;
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
