import type { Confidence } from "../../protocol/copilot.ts";

interface Lines {
  /** Mean similarity from which the evidence counts as good. */
  high: number;
  /** Below it the person is asked. */
  low: number;
}

/** The thresholds of design section 16, for models that were not measured. */
const usual: Lines = { high: 0.75, low: 0.5 };

/**
 * Cosines of two models have different scales. With the built-in all-MiniLM-L6-v2, the median similarity of the three best passages is
 * 0.62 for questions that the documents answer, and 0.27 for others. A threshold of 0.5 would ask about a quarter of the answerable
 * questions, 0.4 about a tenth, and hardly any other question reaches 0.6 (docs/benchmarks.md, "How near evidence is").
 */
const ofModels: Readonly<Record<string, Lines>> = {
  "minilm-l6-v2": { high: 0.6, low: 0.4 },
  "minilm-l6-v2-int8": { high: 0.6, low: 0.4 },
};

/** With a lower similarity, a passage is unrelated to the question. */
export function evidenceFloor(model: string): number {
  return (ofModels[model] ?? usual).low;
}

/** The level of the evidence; null without a similarity. @param model the embedding model */
export function evidenceLevel(retrieval: number | null, model: string): Confidence["level"] {
  if (retrieval === null) return null;
  const { high, low } = ofModels[model] ?? usual;
  if (retrieval > high) return "high";
  return retrieval < low ? "low" : "medium";
}
