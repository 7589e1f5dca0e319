/** Reads a question and a passage together and says how well one answers the other: slower and surer than a search. */
export interface Reranker {
  readonly model: string;
  /**
   * How relevant each text is, in the order of `texts`; higher is better, comparable within one call.
   * @throws Error when it cannot tell in time; the caller keeps its own order.
   */
  rerank(question: string, texts: string[]): Promise<number[]>;
}
