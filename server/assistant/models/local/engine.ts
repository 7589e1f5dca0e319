/** Computes vectors of length one on this machine. Blocks its thread. */
export interface Engine {
  embed(text: string): Promise<Float32Array>;
  /** Closes at once; called when no text is being processed. */
  close(): Promise<void>;
}
