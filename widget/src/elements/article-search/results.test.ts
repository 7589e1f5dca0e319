import { describe, expect, it } from "vitest";
import { markedQuote } from "./results.ts";

/** Parts as text, marked ones in brackets. */
const shown = (quote: string, marks: { start: number; end: number }[]) =>
  markedQuote(quote, marks)
    .map((part) => (typeof part === "string" ? part : `[${part.values.join("")}]`))
    .join("");

describe("a quote with what was typed", () => {
  it("is whole, whatever the marks are", () => {
    expect(shown("one two three", [{ start: 4, end: 7 }])).toBe("one [two] three");
    expect(shown("one", [])).toBe("one");
    const odd = [
      { start: 4, end: 7 },
      { start: 5, end: 9 },
      { start: 2, end: 1 },
      { start: -3, end: 2 },
      { start: 8, end: 99 },
    ];
    expect(shown("one two three", odd)).toBe("one [two] three");
  });
});
