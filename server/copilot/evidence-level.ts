import type { Confidence } from "../../protocol/copilot.ts";

interface Lines {
  /** Mean similarity above which what was found counts as fitting. */
  high: number;
  /** Below it a person is asked. */
  low: number;
}

/** The lines of design section 16, for models that nobody has looked at. */
const usual: Lines = { high: 0.75, low: 0.5 };

/**
 * Cosines of two models are not on one scale. Of all-MiniLM-L6-v2, which Parley brings along, the three best passages are 0.62 near in the median
 * to questions that the documents answer, and 0.27 to those of strangers: at 0.5 a quarter of the right ones would be asked about, at 0.4 a tenth,
 * and 0.6 is passed by hardly any stranger (docs/benchmarks.md, "How near evidence is").
 */
const ofModels: Readonly<Record<string, Lines>> = {
  "minilm-l6-v2": { high: 0.6, low: 0.4 },
  "minilm-l6-v2-int8": { high: 0.6, low: 0.4 },
};

/** The similarity below which something has little to do with what was asked. */
export function evidenceFloor(model: string): number {
  return (ofModels[model] ?? usual).low;
}

/** How well what was found fits, in a word; null where no similarity is known. @param model of the vectors that were compared */
export function evidenceLevel(retrieval: number | null, model: string): Confidence["level"] {
  if (retrieval === null) return null;
  const { high, low } = ofModels[model] ?? usual;
  if (retrieval > high) return "high";
  return retrieval < low ? "low" : "medium";
}
