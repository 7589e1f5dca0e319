import { describe, expect, it } from "vitest";
import { searchQuerySchema } from "./admin-search.ts";

describe("the query of a search", () => {
  it("takes a question alone", () => {
    expect(searchQuerySchema.parse({ q: "refund" })).toEqual({ q: "refund", limit: 10 });
  });

  it.each([
    ["1", true],
    ["true", true],
    ["", true],
    ["0", false],
    ["false", false],
  ])("reads explain=%s as %s", (explain, wanted) => {
    expect(searchQuerySchema.parse({ q: "refund", explain }).explain).toBe(wanted);
  });

  it("takes one set or several", () => {
    expect(searchQuerySchema.parse({ q: "refund", set: "a" }).set).toEqual(["a"]);
    expect(searchQuerySchema.parse({ q: "refund", set: ["a", "b"] }).set).toEqual(["a", "b"]);
  });

  it.each([{ audience: "everyone" }, { explain: "maybe" }, { limit: "0" }, { max_tokens: "-1" }, { q: "" }])(
    "refuses %j",
    (wrong) => {
      expect(searchQuerySchema.safeParse({ q: "refund", ...wrong }).success).toBe(false);
    },
  );
});
