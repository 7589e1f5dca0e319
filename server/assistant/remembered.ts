/** What is remembered of a visitor, as far as it matters for a question: data, never instructions, and no source. */
export interface Remembered {
  /** Statements. Where a turn has some, its cache holds nothing: the answer is nobody else's. */
  memories?: readonly string[];
}
