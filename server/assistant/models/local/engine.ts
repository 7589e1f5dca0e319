/** Texts to vectors of length one on this machine. Blocks the thread it runs on. */
export interface Engine {
  embed(text: string): Promise<Float32Array>;
  /** Waits for nothing: called when no text is in work. */
  close(): Promise<void>;
}
