import type { Picture } from "../../ports.ts";

export interface ChatTurn {
  role: "system" | "user" | "assistant";
  content: string;
  /** Pictures that the text refers to; only in user turns. */
  pictures?: readonly Picture[];
}

export interface JsonShape {
  name: string;
  schema: Record<string, unknown>;
}

/** A tool that the model may call, in a provider-neutral form. */
export interface ToolSpec {
  name: string;
  description: string;
  schema: Record<string, unknown>;
}

/** A tool call that a model requests; its arguments are unchecked. */
export interface WireCall {
  id: string;
  name: string;
  arguments: unknown;
}

/** A provider-neutral request. */
export interface ChatRequest {
  model: string;
  maxOutputTokens: number;
  turns: ChatTurn[];
  shape: JsonShape | null;
  /** Routine work, for which a reasoning model should reason little. */
  isRoutine: boolean;
  /** Tools that the model may call instead of writing text; never together with a schema. */
  tools?: readonly ToolSpec[];
  /** Extras that this server rejected; they are left out. */
  unknown: ReadonlySet<ChatExtra>;
}

/**
 * Request parts that some servers or models reject. `limit` is the old name of the output limit. A model without tools makes no calls.
 * Without a system role, the user's turn contains the instructions.
 */
export type ChatExtra =
  | "usage"
  | "json_schema"
  | "json_object"
  | "limit"
  | "temperature"
  | "effort"
  | "tools"
  | "system";

export interface TokenCounts {
  input_tokens?: number;
  output_tokens?: number;
  /** Part of the input that came from the provider's prompt cache. */
  cached_tokens?: number;
}

/** Content of one stream event. */
export interface StreamPiece {
  text: string;
  /** Reasoning, or the provider's summary of it. */
  thought: string;
  /** The model is working without text, e.g. on encrypted reasoning. */
  isAlive: boolean;
  /** The model reports its end. */
  isFinished: boolean;
  /** It ended because it reached its output limit. */
  isCut: boolean;
  /** No event follows. */
  isLast: boolean;
  usage: TokenCounts | null;
}

export function emptyPiece(): StreamPiece {
  return { text: "", thought: "", isAlive: false, isFinished: false, isCut: false, isLast: false, usage: null };
}

export interface WholeAnswer {
  text: string;
  thought?: string;
  calls?: WireCall[];
  isCut: boolean;
  usage: TokenCounts | null;
}

/** The protocol of a family of providers. Readers throw `CallError` when the provider reports an error. */
export interface ChatWire {
  url(model: string): URL;
  headers: Record<string, string>;
  body(request: ChatRequest, isStreamed: boolean): Record<string, unknown>;
  readPiece(data: string): StreamPiece;
  /** Reads an answer that was not streamed. @param request null: the request asked for a stream. */
  readWhole(body: string, request: ChatRequest | null): WholeAnswer;
  /** The request part that a 400 complains about, judged by the wording of the body; null for any other complaint. */
  unknownExtra(body: string, request: ChatRequest): ChatExtra | null;
}
