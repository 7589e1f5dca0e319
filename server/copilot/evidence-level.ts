import type { Confidence } from "../../protocol/copilot.ts";

/** Mean similarity above which what was found counts as fitting, and below which a person is asked (design, section 16). */
const highAbove = 0.75;
const lowBelow = 0.5;

/** How well what was found fits, in a word; null where no similarity is known. */
export function evidenceLevel(retrieval: number | null): Confidence["level"] {
  if (retrieval === null) return null;
  if (retrieval > highAbove) return "high";
  return retrieval < lowBelow ? "low" : "medium";
}
