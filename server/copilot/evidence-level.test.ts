import { expect, it } from "vitest";
import { evidenceLevel } from "./evidence-level.ts";

it.each([
  [null, "minilm-l6-v2", null],
  [0.39, "minilm-l6-v2", "low"],
  [0.4, "minilm-l6-v2", "medium"],
  [0.61, "minilm-l6-v2", "high"],
  [0.61, "text-embedding-3-small", "medium"],
  [0.49, "text-embedding-3-small", "low"],
  [0.76, "text-embedding-3-small", "high"],
])("a mean similarity of %s by %s is %s", (retrieval, model, level) => {
  expect(evidenceLevel(retrieval, model)).toBe(level);
});
