export type ModelFailureKind =
  | "timeout"
  | "rate_limited"
  | "unavailable"
  | "malformed"
  | "refused"
  | "cancelled"
  | "budget";

/**
 * The one error a `ModelPort` throws. The graph answers it by asking a person, except `cancelled`, which
 * means that the turn itself was stopped.
 */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  /** What had been written before it failed, for the draft. */
  readonly partial: string;

  constructor(kind: ModelFailureKind, message: string, options: { cause?: unknown; partial?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ModelFailure";
    this.kind = kind;
    this.partial = options.partial ?? "";
  }
}
