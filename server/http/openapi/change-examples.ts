const id = (last: string) => `0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a1${last}`;

/** Example values for fields of releases and test questions. */
export const releaseWords: Record<string, unknown> = {
  release: id("e"),
  release_id: id("e"),
  begun_by: "Ada",
  ended_by: null,
  ended_at: null,
  kept_by: "Ada",
  gap_id: id("f"),
  regression_id: null,
  must_say: ["30 days"],
  must_not_say: ["14 days"],
  must_cite: [id("4")],
  titles: { [id("4")]: "Shipping and returns" },
  base_version: 1,
  reasons: ["answer"],
  "items.report": "It is 14 days now.",
  "failed.before": [],
  "failed.after": ["says “30 days”"],
  because: "document",
};

/** Query parameters of releases. */
export const releaseParameters: Record<string, string> = {
  "listReleases.state": "Only releases with this state.",
  "listRunResults.kind": "Only real questions, or only test questions.",
  "listRunResults.cursor": "The `next_cursor` of the previous page.",
  verdict: "Only questions with this verdict.",
};
