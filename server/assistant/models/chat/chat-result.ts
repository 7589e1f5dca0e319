import type { CallError } from "./failures.ts";
import type { TokenCounts, WireCall } from "./wire.ts";

export interface ChatResult {
  text: string;
  /** Tool calls; absent when no tools were offered. */
  calls?: WireCall[];
  /** The model reached its output limit. */
  isCut: boolean;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  /** True when the provider reported the counts. */
  isCounted: boolean;
  first_token_ms: number | null;
}

/** A failed stream, with the text received before the failure. */
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
