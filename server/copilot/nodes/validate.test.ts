import { expect, it } from "vitest";
import type { CopilotAction } from "../../../protocol/copilot.ts";
import { mayUseWeb } from "../questions.ts";
import { missingInput } from "./validate.ts";

it.each([
  ["summarize", 0, false, "documents"],
  ["summarize", 1, false, null],
  ["summarize", 6, false, "fewer"],
  ["inquire", 0, false, null],
  ["inquire", 5, false, null],
  ["inquire", 6, false, null],
  ["compare", 0, false, "documents"],
  ["compare", 1, true, "documents"],
  ["compare", 2, false, null],
  ["compare", 6, false, "fewer"],
  ["audit", 0, false, "text"],
  ["audit", 1, false, "text"],
  ["audit", 2, false, null],
  ["audit", 0, true, "documents"],
  ["audit", 1, true, null],
  ["audit", 6, true, "fewer"],
] as [CopilotAction, number, boolean, string | null][])(
  "%s with %i documents, text %s: needs %s",
  (action, documents, hasText, needs) => {
    const missing = missingInput(action, { documents, hasText });
    expect(missing?.needs ?? null).toBe(needs);
    if (missing && missing.needs !== "text") expect(missing.sentence).toMatch(/^[A-Z].*[.?]$/);
  },
);

it("says what is missing", () => {
  expect(missingInput("compare", { documents: 1, hasText: false })?.sentence).toContain("second document");
  expect(missingInput("compare", { documents: 7, hasText: false })?.sentence).toContain("There are 7");
});

it("uses the web for questions alone", () => {
  expect(mayUseWeb("compare")).toBe(false);
  expect(mayUseWeb("audit")).toBe(false);
  expect(mayUseWeb("inquire")).toBe(true);
});
