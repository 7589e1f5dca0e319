import { describe, expect, it } from "vitest";
import type { ContextEntry, ContextRecord } from "../../../../protocol/context-record.ts";
import { groupsOf, leftOutOf, missingSources, weightWord } from "./context-groups.ts";

const entry = (document: string | null, more: Partial<ContextEntry> = {}): ContextEntry => ({
  source: "search",
  kind: "passage",
  id: `${document}-${more.id ?? "1"}`,
  document_id: document,
  version_id: document,
  weight: 0.5,
  base: 0.5,
  modifiers: [],
  tokens: 10,
  similarity: null,
  reason: "found for the question",
  ...more,
});
const record = (taken: ContextEntry[], leftOut: ContextEntry[] = []): ContextRecord => ({
  taken,
  left_out: leftOut,
  more_left_out: 0,
  budget: { tokens: 100, used: 10 },
  sources: [],
  has_drifted: false,
  took_ms: 1,
});

describe("what went in", () => {
  it("is told by document, with how many passages and why", () => {
    const groups = groupsOf([
      entry("a", { weight: 0.8, reason: "pinned", title: "Terms" }),
      entry("b", { title: "Fees" }),
      entry("a", { id: "2" }),
    ]);
    expect(groups).toMatchObject([
      { title: "Terms", passages: 2, weight: 0.8, reason: "pinned" },
      { title: "Fees", passages: 1 },
    ]);
  });

  it("names a document that is gone as such", () => {
    expect(groupsOf([entry("a")])[0]?.title).toBe("Deleted document");
  });

  it("leaves out only documents of which nothing went in", () => {
    expect(leftOutOf(record([entry("a")], [entry("a", { id: "2" }), entry("b")])).map(({ key }) => key)).toEqual(["b"]);
  });

  it("says which source is missing", () => {
    const sources = [
      { source: "always", state: "late", ms: 300, found: 0 },
      { source: "branch", state: "failed", ms: 2, found: 0 },
      { source: "search", state: "slow", ms: 900, found: 3 },
    ] as const;
    expect(missingSources({ ...record([]), sources: [...sources] })).toEqual([
      "Left out because it took too long: always-included documents.",
      "Not available: the conversation before.",
    ]);
  });
});

it("says a weight in words", () => {
  expect([0.3, 0.45, 0.5, 0.65, 1].map(weightWord)).toEqual([
    "low weight",
    "low weight",
    "normal weight",
    "high weight",
    "high weight",
  ]);
});
