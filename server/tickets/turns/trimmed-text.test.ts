import fc from "fast-check";
import { expect, test } from "vitest";
import { createTrimmer } from "./publish.ts";

test("the pieces of a text, trimmed one by one, are the trimmed text", () => {
  const piece = fc.string({ unit: fc.constantFrom(" ", "\n", "a", "[1]", "é") });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const trim = createTrimmer();
      expect(pieces.map(trim).join("")).toBe(pieces.join("").trim());
    }),
  );
});
