import { type ErrorCode, errorStatus } from "../../protocol/errors.ts";

export interface AppErrorOptions {
  cause?: unknown;
  /** Shown to the client: field names and limits, never the input itself. */
  details?: unknown;
  /** Becomes the `Retry-After` header, in seconds. */
  retryAfterSeconds?: number;
}

/** An error with a code the client may see. Anything else that is thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** The error as an `Error`, so that logs and causes always have a stack. */
export function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}

/** Network errors, and the SQLSTATEs of a server that is going away, full, locked or too slow. */
const passingCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "25P03",
  "53100",
  "53200",
  "53300",
  "55P03",
  "57014",
  "40P01",
]);

/** What the database's client says, without a code, of a connection that is not to be had, is silent or broke. */
const passingText = /timeout exceeded when trying to connect|^Connection terminated|^Query read timeout|not queryable/;

/** True for an error of something that is away or busy now: the same may succeed in a moment. */
export function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "unavailable";
  const { code, message }: { code?: unknown; message?: unknown } =
    typeof error === "object" && error !== null ? error : {};
  if (typeof code !== "string") return typeof message === "string" && passingText.test(message);
  return passingCodes.has(code) || (code.length === 5 && code.startsWith("08"));
}
