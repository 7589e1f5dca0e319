import type { Picture } from "../../ports.ts";

export interface ChatTurn {
  role: "system" | "user" | "assistant";
  content: string;
  /** What the words are about; of the user only. */
  pictures?: readonly Picture[];
}

export interface JsonShape {
  name: string;
  schema: Record<string, unknown>;
}

/** A tool that the model may call, in no provider's words. */
export interface ToolSpec {
  name: string;
  description: string;
  schema: Record<string, unknown>;
}

/** A call as a model asks for it; its arguments may be anything. */
export interface WireCall {
  id: string;
  name: string;
  arguments: unknown;
}

/** What a call wants from a provider, before the provider's own words for it. */
export interface ChatRequest {
  model: string;
  maxOutputTokens: number;
  turns: ChatTurn[];
  shape: JsonShape | null;
  /** Routine work, for which a model that reasons need not reason long. */
  isRoutine: boolean;
  /** Tools that it may call instead of saying something; never together with a shape. */
  tools?: readonly ToolSpec[];
  /** Extras this server turned out not to know; they are left out. */
  unknown: ReadonlySet<ChatExtra>;
}

/**
 * Parts of a request that not every server or model takes. `limit` is the old name of the most tokens; a model without tools calls none; without
 * a system role the instructions stand in the user's turn.
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
  /** Part of the input that the provider had in its prompt cache. */
  cached_tokens?: number;
}

/** What one event of a stream says. */
export interface StreamPiece {
  text: string;
  /** Reasoning, or the provider's summary of it. */
  thought: string;
  /** The model is at work on something that has no text, e.g. reasoning that is encrypted. */
  isAlive: boolean;
  /** The model says that it is through. */
  isFinished: boolean;
  /** It is through because it had no more room. */
  isCut: boolean;
  /** Nothing comes after this event. */
  isLast: boolean;
  usage: TokenCounts | null;
}

export function emptyPiece(): StreamPiece {
  return { text: "", thought: "", isAlive: false, isFinished: false, isCut: false, isLast: false, usage: null };
}

/** A whole answer. */
export interface WholeAnswer {
  text: string;
  thought?: string;
  calls?: WireCall[];
  isCut: boolean;
  usage: TokenCounts | null;
}

/** How a family of providers is spoken to. Readers throw `CallError` for what the provider reports as an error. */
export interface ChatWire {
  url(model: string): URL;
  headers: Record<string, string>;
  body(request: ChatRequest, isStreamed: boolean): Record<string, unknown>;
  readPiece(data: string): StreamPiece;
  /** Reads an answer that came whole. @param request null: one that was to be streamed. */
  readWhole(body: string, request: ChatRequest | null): WholeAnswer;
  /** The part of the request that a 400 is about, judged by the words of its body; null for any other complaint. */
  unknownExtra(body: string, request: ChatRequest): ChatExtra | null;
}
