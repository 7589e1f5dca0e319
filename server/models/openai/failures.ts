import { ModelFailure, type ModelFailureKind } from "../../assistant/ports.ts";

/** An error of one try, with what decides whether there is another. */
export class CallError extends Error {
  readonly kind: ModelFailureKind;
  /** Trying again may help: busy, broken or unreachable, and nothing was shown yet. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;

  constructor(
    kind: ModelFailureKind,
    message: string,
    options: { cause?: unknown; retryable?: boolean; retryAfterMs?: number | null } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "CallError";
    this.kind = kind;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** Limits that no waiting lifts: the account is out of money. */
const spendLimits = new Set(["insufficient_quota", "billing_hard_limit_reached", "billing_not_active"]);

/** What went wrong, from whatever the client library threw. Messages name the status only: bodies may echo prompts. */
export function callErrorOf(error: unknown): CallError {
  if (error instanceof CallError) return error;
  const { status, code, headers } = shapeOf(error);
  if (status === 429) {
    const limit = code !== null && spendLimits.has(code);
    return new CallError(
      "rate_limited",
      limit ? "the provider's spend limit is reached" : "the provider is busy (429)",
      {
        cause: error,
        retryable: !limit,
        retryAfterMs: retryAfterMs(headers),
      },
    );
  }
  if (status !== null && status >= 500)
    return new CallError("unavailable", `the provider failed (${status})`, {
      cause: error,
      retryable: true,
      retryAfterMs: retryAfterMs(headers),
    });
  if (status === 408 || status === 409)
    return new CallError("unavailable", `the provider gave up (${status})`, { cause: error, retryable: true });
  if (status === 413 || (status === 400 && code === "context_length_exceeded"))
    return new CallError("refused", "the prompt is too long for the model", { cause: error });
  if (status === 400 && code === "content_filter")
    return new CallError("refused", "the provider's content filter refused", { cause: error });
  if (status !== null && status >= 400)
    return new CallError("unavailable", `the provider refused the request (${status})`, { cause: error });
  if (error instanceof SyntaxError)
    return new CallError("malformed", "the provider's answer could not be read", { cause: error });
  // No status: the connection could not be made or broke.
  return new CallError("unavailable", "the connection to the provider failed", { cause: error, retryable: true });
}

/** The failure as the graph sees it. */
export function failureOf(error: unknown, partial = ""): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { kind, message } = callErrorOf(error);
  return new ModelFailure(kind, message, { cause: error, partial });
}

function shapeOf(error: unknown): { status: number | null; code: string | null; headers: Headers | null } {
  const status = fieldOf(error, "status");
  const code = fieldOf(error, "code");
  const headers = fieldOf(error, "headers");
  return {
    status: typeof status === "number" ? status : null,
    code: typeof code === "string" ? code : null,
    headers: headers instanceof Headers ? headers : null,
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function retryAfterMs(headers: Headers | null): number | null {
  const seconds = Number(headers?.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}
