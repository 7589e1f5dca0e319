import { type ErrorCode, errorStatus } from "../protocol/errors.ts";

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
