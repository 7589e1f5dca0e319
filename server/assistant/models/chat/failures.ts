import type { IncomingHttpHeaders } from "node:http";
import { ModelFailure, type ModelFailureKind, type WrongSetting } from "../../ports.ts";
import type { ChatExtra } from "./wire.ts";

interface CallErrorOptions {
  cause?: unknown;
  /** A retry may help: the server is busy, broken or unreachable, and no text was shown yet. */
  retryable?: boolean;
  retryAfterMs?: number | null;
  setting?: WrongSetting;
  /** The model's context size in tokens, when the server reported it. */
  contextTokens?: number | undefined;
}

/** The error of one attempt, with the facts that decide about a retry. Its message never contains text of a prompt or a provider's body. */
export class CallError extends Error {
  readonly kind: ModelFailureKind;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly setting: WrongSetting | undefined;
  readonly contextTokens: number | undefined;

  constructor(kind: ModelFailureKind, message: string, options: CallErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "CallError";
    this.kind = kind;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.setting = options.setting;
    this.contextTokens = options.contextTokens;
  }
}

/** A server rejected a part of the request that it does not support. */
export class UnknownExtra extends Error {
  readonly extra: ChatExtra;
  /** The error to throw when leaving the part out does not help. */
  readonly failure: CallError;

  constructor(extra: ChatExtra, failure: CallError) {
    super(failure.message, { cause: failure });
    this.name = "UnknownExtra";
    this.extra = extra;
    this.failure = failure;
  }
}

/** Error kinds by the wording of OpenAI, Azure, Anthropic, Ollama, vLLM, llama.cpp, LiteLLM and other gateways. The first match is used. */
const kinds: { words: RegExp; make: (body: string) => CallError }[] = [
  {
    words:
      /insufficient_quota|billing|credit balance|insufficient (?:balance|credits|funds)|spend(?:ing)?[ _]limit|quota[ _]exceeded|exceeded your current quota|budget[ _](?:has been )?exceeded/i,
    make: () => new CallError("spend_limit", "the provider's spend limit is reached"),
  },
  {
    words:
      /context_length_exceeded|exceed_context_size|context (?:length|size|window)|prompt is too long|too many (?:input )?tokens|input (?:is )?too long|token count.{0,40}exceeds/i,
    make: (body) =>
      new CallError("too_long", "the prompt is too long for the model", { contextTokens: contextTokensIn(body) }),
  },
  {
    words: /content_filter|content management policy|ResponsibleAIPolicyViolation|prompt was filtered/i,
    make: () => new CallError("refused", "the provider's content filter refused the prompt"),
  },
  {
    words:
      /model_not_found|DeploymentNotFound|(?:model|deployment)\b.{0,80}(?:not found|(?:does not|doesn't) exist|not exist)|(?:invalid|unknown|no such) model/i,
    make: () => new CallError("misconfigured", "the provider does not know the model", { setting: "model" }),
  },
];

function kindIn(body: string): CallError | undefined {
  return kinds.find(({ words }) => words.test(body))?.make(body);
}

/** The context size that the server reports, e.g. `"n_ctx": 8192` or `maximum context length is 4096 tokens`. */
function contextTokensIn(body: string): number | undefined {
  const named =
    /n_ctx"?[:=]\s?(\d{3,8})|context (?:length|size|window)[^\d"]{0,30}(\d{3,8})|> (\d{3,8}) maximum|(\d{3,8}) maximum context/i;
  const found = named
    .exec(body)
    ?.slice(1)
    .find((digits) => digits !== undefined);
  return found === undefined ? undefined : Number(found);
}

/** Maps a response with an error status to an error. Only 429 and server failures are worth a retry. */
export function statusError(status: number, headers: IncomingHttpHeaders, body: string): CallError {
  const retry = { retryable: true, retryAfterMs: retryAfterMs(headers["retry-after"]) };
  if (status === 529) return new CallError("unavailable", "the provider is overloaded (529)", retry);
  if (status >= 500) return new CallError("unavailable", `the provider failed (${status})`, retry);
  if (status === 402) return new CallError("spend_limit", "the provider's spend limit is reached");
  const told = kindIn(body);
  if (status === 429)
    return told?.kind === "spend_limit" ? told : new CallError("rate_limited", "the provider is busy (429)", retry);
  if (told) return told;
  if (status === 413) return new CallError("too_long", "the prompt is too long for the model");
  if (status === 401 || status === 403)
    return new CallError("misconfigured", `the provider rejects the key (${status})`, { setting: "key" });
  if (status === 404)
    return new CallError("misconfigured", "the provider knows no such address or model (404)", { setting: "model" });
  // 408 and 409 report a problem of the server.
  if (status === 408 || status === 409) return new CallError("unavailable", `the provider failed (${status})`, retry);
  return new CallError("misconfigured", `the provider refused the request (${status})`, { setting: "request" });
}

/** An error inside a stream, after a status that reported success. */
export function errorInStream(error: unknown): CallError {
  const words = typeof error === "string" ? error : JSON.stringify(error ?? null);
  const told = kindIn(words);
  if (told) return told;
  if (/rate_limit/i.test(words)) return new CallError("rate_limited", "the provider is busy", { retryable: true });
  return new CallError("unavailable", "the provider reported an error in its stream", { retryable: true });
}

/** The error when there was no response to read: the connection could not be made, or it broke. */
export function callErrorOf(error: unknown): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof UnknownExtra) return error.failure;
  return new CallError("unavailable", "the connection to the provider failed", { cause: error, retryable: true });
}

/** The failure for the graph. */
export function failureOf(error: unknown, partial = ""): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { kind, message, setting } = callErrorOf(error);
  return new ModelFailure(kind, message, { cause: error, partial, setting });
}

/** Seconds or a date (RFC 9110 section 10.2.3). */
function retryAfterMs(value: string | undefined): number | null {
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1_000 : null;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Parses a provider's text as JSON. @throws CallError `malformed`. */
export function jsonOf(text: string): unknown {
  try {
    // Some gateways send a byte order mark first.
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (cause) {
    throw new CallError("malformed", "the provider's answer is not JSON", { cause });
  }
}
