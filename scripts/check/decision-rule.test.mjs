import { describe, expect, it } from "vitest";
import { checkDecisions, findDecisionProblems, findUnknownFiles } from "./decision-rule.mjs";

const index = "[0007](0007-pins.md)";
const records = new Map([["0007-pins.md", "# 0007: Pins\n"]]);

describe("the check of decision records", () => {
  it("finds nothing in this repository", () => {
    expect(checkDecisions()).toEqual([]);
  });

  it.each([
    ["a record that does not fit on a screen", { records: new Map([["0007-pins.md", "word\n".repeat(51)]]) }],
    ["a record with too many words", { records: new Map([["0007-pins.md", "word ".repeat(401)]]) }],
    ["a record that the index does not list", { index: "" }],
    ["a link of the index to no record", { index: `${index} [0008](0008-gone.md)` }],
    ["a comment that names no record", { texts: new Map([["a.ts", "// docs/decisions/0008"]]) }],
    ["a link to a record under its former name", { texts: new Map([["a.md", "(decisions/0007-old.md)"]]) }],
  ])("refuses %s", (_, change) => {
    expect(findDecisionProblems({ records, index, texts: new Map(), ...change })).toHaveLength(1);
  });

  it("takes a reference by number or by name", () => {
    const texts = new Map([["a.ts", "// docs/decisions/0007, docs/decisions/0007-pins.md"]]);
    expect(findDecisionProblems({ records, index, texts })).toEqual([]);
  });
});

it("a README that names a source file which does not exist is reported", () => {
  const texts = new Map([["server/README.md", "`labels.ts`, `store/gone.ts` and `README.md`"]]);
  expect(findUnknownFiles(texts, new Set(["labels.ts"]))).toEqual([
    "server/README.md names gone.ts, which does not exist",
  ]);
});
