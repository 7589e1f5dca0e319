import { type ErrorCode, errorStatus } from "../../protocol/errors.ts";

export interface AppErrorOptions {
  cause?: unknown;
  /** Shown to the client: field names and limits, never the input. */
  details?: unknown;
  /** Value of the `Retry-After` header, in seconds. */
  retryAfterSeconds?: number;
}

/** An error with a code that the client may see. Every other thrown error becomes `internal`. */
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

/** The value as an `Error`, so that logs and causes always have a stack. */
export function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}

/** Network errors, and the SQLSTATEs of a server that is shutting down, full, locked or too slow. */
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

/** Messages of the database client, without a code, for a connection that is unavailable, silent or broken. */
const passingText = /timeout exceeded when trying to connect|^Connection terminated|^Query read timeout|not queryable/;

/** True for an error of something that is temporarily unavailable or busy: a retry may succeed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "unavailable";
  const { code, message }: { code?: unknown; message?: unknown } =
    typeof error === "object" && error !== null ? error : {};
  if (typeof code !== "string") return typeof message === "string" && passingText.test(message);
  return passingCodes.has(code) || (code.length === 5 && code.startsWith("08"));
}
