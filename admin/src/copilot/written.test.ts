import { expect, it } from "vitest";
import { isWritten, mentionsOf, problemOf, textOf, type Written } from "./written.ts";

const written: Written = [
  [{ kind: "action", id: "compare", label: "Compare" }, " ", { kind: "document", id: "v-2", label: "Refund policy" }],
  [
    "with ",
    { kind: "version", id: "v-1", label: "Refund policy (version 1)" },
    " and ",
    { kind: "document", id: "v-2", label: "Refund policy" },
  ],
];

it("has names in the text and ids, each once, in the mentions", () => {
  expect(textOf(written)).toBe("Compare Refund policy\nwith Refund policy (version 1) and Refund policy");
  expect(mentionsOf(written)).toEqual({ action: "compare", documents: ["v-2", "v-1"] });
  expect(mentionsOf([["no tags"]])).toEqual({});
});

it("says when more is tagged than one request takes", () => {
  expect(problemOf({ documents: ["1", "2", "3", "4", "5"] })).toBeNull();
  expect(problemOf({ documents: ["1", "2", "3", "4", "5", "6"] })).toBe("Mention at most 5 documents.");
});

it("takes nothing else for what was written", () => {
  expect(isWritten(written)).toBe(true);
  expect(isWritten([[{ kind: "script", id: "1", label: "x" }]])).toBe(false);
  expect(isWritten("text")).toBe(false);
});
