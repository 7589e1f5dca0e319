import { expect, it } from "vitest";
import { findPassage } from "./passage.tsx";

it("finds words across other line breaks, takes signs as they are, and says when they are not there", () => {
  expect(findPassage("a\n(within  14\ndays) b", "(within 14 days)")).toEqual({ from: 2, to: 19 });
  expect(findPassage("a.b", "a+b")).toBeNull();
  expect(findPassage("a", " ")).toBeNull();
});
