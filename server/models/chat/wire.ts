import type { ChatTurn, JsonShape } from "./chat-client.ts";

/** What a call wants from a provider, before the provider's own words for it. */
export interface ChatRequest {
  model: string;
  maxOutputTokens: number;
  turns: ChatTurn[];
  shape: JsonShape | null;
  /** Extras this server turned out not to know; they are left out. */
  unknown: ReadonlySet<ChatExtra>;
}

/** Parts of a request that not every compatible server takes. */
export type ChatExtra = "usage" | "format";

export interface TokenCounts {
  input_tokens?: number;
  output_tokens?: number;
  /** Part of the input that the provider had in its prompt cache. */
  cached_tokens?: number;
}

/** What one event of a stream says. */
export interface StreamPiece {
  text: string;
  /** The model is at work on something that is never shown, e.g. its reasoning. */
  isAlive: boolean;
  /** The model says that it is through. */
  isFinished: boolean;
  /** Nothing comes after this event. */
  isLast: boolean;
  usage: TokenCounts | null;
}

/** How a family of providers is spoken to. Readers throw `CallError` for what the provider reports as an error. */
export interface ChatWire {
  path: string;
  headers: Record<string, string>;
  body(request: ChatRequest, stream: boolean): Record<string, unknown>;
  readPiece(data: string): StreamPiece;
  readWhole(body: string): { text: string; usage: TokenCounts | null };
  /** The extra that a 400 is about, judged by the words of its body; null for any other complaint. */
  unknownExtra(body: string): ChatExtra | null;
}
