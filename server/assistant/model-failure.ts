/**
 * Reason why a model gave no answer. `too_long`: the prompt does not fit. `misconfigured`: the server does not know the model, key or
 * parameter. `refused`: by the model or a content filter. `malformed`: the response is unreadable. `budget`: the tenant's own limit. Only
 * `timeout`, `unavailable` and `rate_limited` are outages.
 */
export type ModelFailureKind =
  | "cancelled"
  | "timeout"
  | "unavailable"
  | "rate_limited"
  | "spend_limit"
  | "too_long"
  | "misconfigured"
  | "refused"
  | "malformed"
  | "budget";

/** The wrong setting of a misconfigured provider. */
export type WrongSetting = "model" | "key" | "request";

/**
 * The only error that a `ModelPort` throws. The graph hands the ticket over, except for `cancelled`, which means that the turn itself was
 * stopped.
 */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  /** Text written before the failure, for the draft. */
  readonly partial: string;
  readonly setting: WrongSetting | undefined;

  constructor(
    kind: ModelFailureKind,
    message: string,
    options: { cause?: unknown; partial?: string; setting?: WrongSetting | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ModelFailure";
    this.kind = kind;
    this.partial = options.partial ?? "";
    this.setting = options.setting;
  }
}
