const id = (last: string) => `0198c1f2-7a31-7cc4-9c55-0b6d0e0f7a1${last}`;

/** What stands in fields of releases and regression questions. */
export const gateWords: Record<string, unknown> = {
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
  "failed.before": [],
  "failed.after": ["says “30 days”"],
  because: "document",
};

export const gateBodies: Record<string, unknown> = {
  beginRelease: { name: "New return policy", settings: { tone: "Friendly and short" } },
  changeRelease: { settings: { threshold: 0.75 } },
  tryRelease: { questions: 100 },
  publishRelease: { revision: 3 },
  keepRegressionQuestion: {
    question: "How do I send an order back?",
    expected: { must_cite: [id("4")], must_say: ["30 days"], outcome: "answered" },
  },
  changeRegressionQuestion: { expected: { must_say: ["45 days"], outcome: "answered" } },
  importRegressionQuestions: { csv: "question,must_say\nHow do I send an order back?,30 days\n" },
};

/** What stands behind the question mark of releases. */
export const gateParameters: Record<string, string> = {
  "listReleases.state": "Only releases with this state.",
  "listRunResults.kind": "Only real questions, or only test questions.",
  "listRunResults.cursor": "The `next_cursor` of the previous page.",
  verdict: "Only questions with this verdict.",
};
