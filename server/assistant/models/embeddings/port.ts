/** A visitor's question is processed before the bulk work of ingestion. */
export type EmbeddingPriority = "query" | "bulk";

/** Computes unit vectors of texts. Vectors of two models must never be compared; `model` is stored with each vector. */
export interface EmbeddingPort {
  readonly model: string;
  embed(texts: string[], options: { priority: EmbeddingPriority }): Promise<Float32Array[]>;
  /** Loads everything that the first text would wait for. */
  warmUp?(): void;
  close(): Promise<void>;
}

/** An embedder that knows the length of its vectors before the first call. */
export interface SizedEmbeddingPort extends EmbeddingPort {
  readonly dimensions: number;
}

/** Computes one vector for each text, in order. */
export type EmbedTexts = (texts: string[]) => Promise<Float32Array[]>;
