/** A question of a visitor goes before the bulk work of ingestion. */
export type EmbeddingPriority = "query" | "bulk";

/** Texts to unit vectors. Vectors of two models must never be compared; `model` is stored beside each. */
export interface EmbeddingPort {
  readonly model: string;
  readonly dimensions: number;
  embed(texts: string[], options: { priority: EmbeddingPriority }): Promise<Float32Array[]>;
  close(): Promise<void>;
}
