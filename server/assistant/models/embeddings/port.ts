/** A question of a visitor goes before the bulk work of ingestion. */
export type EmbeddingPriority = "query" | "bulk";

/** Texts to unit vectors. Vectors of two models must never be compared; `model` is stored beside each. */
export interface EmbeddingPort {
  readonly model: string;
  embed(texts: string[], options: { priority: EmbeddingPriority }): Promise<Float32Array[]>;
  /** Loads what the first text would wait for. */
  warmUp?(): void;
  close(): Promise<void>;
}

/** An embedder whose vectors have a length that is known before the first one. */
export interface SizedEmbeddingPort extends EmbeddingPort {
  readonly dimensions: number;
}

/** Vectors of texts, one for each and in their order. */
export type EmbedTexts = (texts: string[]) => Promise<Float32Array[]>;
