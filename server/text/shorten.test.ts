import { expect, it } from "vitest";
import { shorten } from "./shorten.ts";

it("a long text is cut and says so, a short one stays", () => {
  expect(shorten("  One\n two  three ", 20)).toBe("One two three");
  expect(shorten("One two three", 8)).toBe("One two…");
});

it("a character of two halves is never cut in two", () => {
  expect(shorten("ab\u{1f600}cd", 3)).toBe("ab…");
});
