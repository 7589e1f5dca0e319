import type { IncomingHttpHeaders } from "node:http";
import { ModelFailure, type ModelFailureKind } from "../../assistant/ports.ts";
import type { ChatExtra } from "./wire.ts";

/** An error of one try, with what decides whether there is another. Its message never holds words of a prompt or a provider's body. */
export class CallError extends Error {
  readonly kind: ModelFailureKind;
  /** Trying again may help: busy, broken or unreachable, and nothing was shown yet. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** The provider works and refuses this request, as for a misspelt model: nobody else's calls are worse for it. */
  readonly isOwnFault: boolean;

  constructor(
    kind: ModelFailureKind,
    message: string,
    options: { cause?: unknown; retryable?: boolean; retryAfterMs?: number | null; isOwnFault?: boolean } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "CallError";
    this.kind = kind;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isOwnFault = options.isOwnFault ?? false;
  }
}

/** A server refused a part of a request that it does not know. */
export class UnknownExtra extends Error {
  readonly extra: ChatExtra;
  /** What it is when leaving the part out does not help. */
  readonly failure: CallError;

  constructor(extra: ChatExtra, failure: CallError) {
    super(failure.message, { cause: failure });
    this.name = "UnknownExtra";
    this.extra = extra;
    this.failure = failure;
  }
}

/** Limits that no waiting lifts: the account is out of money. Names and words of OpenAI, Anthropic and gateways. */
const spendLimit =
  /insufficient_quota|billing|credit balance|spend(?:ing)?[ _]limit|quota[ _]exceeded|exceeded your current quota/i;
const tooLong = /context_length_exceeded|context length|prompt is too long|too many tokens/i;
const filtered = /content_filter|content management policy/i;

/** What an answer with an error status means. Only 429 and failures of the server itself are worth another try. */
export function statusError(status: number, headers: IncomingHttpHeaders, body: string): CallError {
  const retry = { retryable: true, retryAfterMs: retryAfterMs(headers["retry-after"]) };
  if (status === 429 || status === 402) {
    if (status === 402 || spendLimit.test(body))
      return new CallError("rate_limited", "the provider's spend limit is reached");
    return new CallError("rate_limited", "the provider is busy (429)", retry);
  }
  if (status === 529) return new CallError("unavailable", "the provider is overloaded (529)", retry);
  if (status >= 500) return new CallError("unavailable", `the provider failed (${status})`, retry);
  if (status === 413 || tooLong.test(body)) return new CallError("refused", "the prompt is too long for the model");
  if (filtered.test(body)) return new CallError("refused", "the provider's content filter refused");
  if (spendLimit.test(body)) return new CallError("rate_limited", "the provider's spend limit is reached");
  // 408 and 409 tell of the server's own trouble.
  const isOwnFault = status >= 400 && status !== 408 && status !== 409;
  return new CallError("unavailable", `the provider refused the request (${status})`, { isOwnFault });
}

/** An error that comes inside a stream, after its status said that all was well. */
export function errorInStream(error: unknown): CallError {
  const words = typeof error === "string" ? error : JSON.stringify(error ?? null);
  if (spendLimit.test(words)) return new CallError("rate_limited", "the provider's spend limit is reached");
  if (/rate_limit/i.test(words)) return new CallError("rate_limited", "the provider is busy", { retryable: true });
  if (/overloaded/i.test(words)) return new CallError("unavailable", "the provider is overloaded", { retryable: true });
  if (tooLong.test(words)) return new CallError("refused", "the prompt is too long for the model");
  if (filtered.test(words)) return new CallError("refused", "the provider's content filter refused");
  return new CallError("unavailable", "the provider reported an error in its stream", { retryable: true });
}

/** What went wrong when there was no answer to read: the connection could not be made or broke. */
export function callErrorOf(error: unknown): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof UnknownExtra) return error.failure;
  return new CallError("unavailable", "the connection to the provider failed", { cause: error, retryable: true });
}

/** The failure as the graph sees it. */
export function failureOf(error: unknown, partial = ""): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { kind, message } = callErrorOf(error);
  return new ModelFailure(kind, message, { cause: error, partial });
}

/** Seconds or a date (RFC 9110 section 10.2.3). */
function retryAfterMs(value: string | undefined): number | null {
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1_000 : null;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** A provider's text as JSON. @throws CallError `malformed`. */
export function jsonOf(text: string): unknown {
  try {
    // Some gateways put a byte order mark before it.
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (cause) {
    throw new CallError("malformed", "the provider's answer is not JSON", { cause });
  }
}
