import type { CallError } from "./failures.ts";
import type { TokenCounts, WireCall } from "./wire.ts";

/** What a call of a model gave. */
export interface ChatResult {
  text: string;
  /** Calls of tools; absent where none were offered. */
  calls?: WireCall[];
  /** The model had no more room. */
  isCut: boolean;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  /** True when the provider gave the counts. */
  isCounted: boolean;
  first_token_ms: number | null;
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

export function emptyResult(): ChatResult {
  return {
    text: "",
    isCut: false,
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    isCounted: false,
    first_token_ms: null,
  };
}

export function addCounts(result: ChatResult, usage: TokenCounts): void {
  result.input_tokens = Math.round(usage.input_tokens ?? result.input_tokens);
  result.output_tokens = Math.round(usage.output_tokens ?? result.output_tokens);
  result.cached_tokens = Math.round(usage.cached_tokens ?? result.cached_tokens);
  result.isCounted = true;
}
