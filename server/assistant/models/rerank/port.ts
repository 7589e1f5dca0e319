/** Reads a question and a passage together and rates how well the passage answers it: slower and more accurate than a search. */
export interface Reranker {
  readonly model: string;
  /**
   * Relevance of each text, in the order of `texts`. Higher is better; comparable within one call only.
   * @throws Error when the call fails or is too slow; the caller keeps its own order.
   */
  rerank(question: string, texts: string[]): Promise<number[]>;
}
