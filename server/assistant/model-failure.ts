/**
 * Why a model gave no answer. `too_long`: the prompt does not fit. `misconfigured`: the server knows no such model, key or parameter. `refused`:
 * the model or a content filter. `malformed`: nothing that can be read. `budget`: the tenant's own limit. Only `timeout`, `unavailable` and
 * `rate_limited` are outages.
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

/** What of a misconfigured provider is wrong. */
export type WrongSetting = "model" | "key" | "request";

/**
 * The one error a `ModelPort` throws. The graph answers it by asking a person, except `cancelled`, which
 * means that the turn itself was stopped.
 */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  /** What had been written before it failed, for the draft. */
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
