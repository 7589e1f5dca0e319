import { describe, expect, it } from "vitest";
import { readReadings } from "./read-readings.ts";

describe("the readings of a message", () => {
  it("stand below the mark, one on each line, with or without bullets", () => {
    const text = "AMBIGUOUS\n- How much is the Basic plan?\n2. How much is the Pro plan?\n\n";
    expect(readReadings(text)?.map(({ question }) => question)).toEqual([
      "How much is the Basic plan?",
      "How much is the Pro plan?",
    ]);
    expect(readReadings("**AMBIGUOUS**:\nA?\nB?\nC?")).toHaveLength(3);
  });

  it("are none when the model wrote one question, even about that word", () => {
    expect(readReadings("How much is the Pro plan?")).toBeNull();
    expect(readReadings("AMBIGUOUS names: are they allowed?")).toBeNull();
  });

  it("are none when there is nothing to choose, or too much", () => {
    for (const text of [
      "AMBIGUOUS",
      "AMBIGUOUS\nA?\na?",
      "AMBIGUOUS\nA?\nB?\nC?\nD?",
      `AMBIGUOUS\nA?\n${"x".repeat(400)}`,
    ])
      expect(readReadings(text)).toEqual([]);
  });
});
