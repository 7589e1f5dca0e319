import type { RegressionQuestion } from "../../protocol/regression.ts";
import type { ReleaseResult, ReleaseRunView, Replayed, VoidedAnswers } from "../../protocol/release-runs.ts";
import type { ReleaseView } from "../../protocol/releases.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

export interface MockRelease {
  releases: ReleaseView[];
  runs: Map<string, ReleaseRunView>;
  results: ReleaseResult[];
  voided: VoidedAnswers;
  questions: RegressionQuestion[];
}

const returns =
  "You can return an order within 30 days of delivery. Items must be unused and in their original box. [1]";
const longer =
  "You can return an order within 45 days of delivery. Items must be unused and in their original box. [1]";

export function seedRelease(): MockRelease {
  const open = release(1, "Return policy 2027", {
    documents: [document(1, "Returns and refunds", 3, 2), document(2, "Gift cards", 1, null)],
    settings: { threshold: 0.75 },
    base: { threshold: 0.7 },
  });
  const outdated = release(
    2,
    "Shipping to Switzerland, with customs, duty and everything else that is asked about it",
    {
      documents: [document(3, "Shipping", 5, 4, { is_outdated: true })],
      is_outdated: true,
    },
  );
  const reading = release(3, "Warranty", {
    documents: [
      document(4, "Warranty", 2, 1, { state: "reading", progress: 0.4 }),
      document(5, "Scan of the old warranty", null, null, {
        state: "failed",
        error: "No text was found in this document.",
      }),
    ],
    is_ready: false,
  });
  const published = release(4, "New tone", {
    state: "published",
    settings: { tone: "Friendly and short" },
    base: { tone: "Formal" },
    ended_by: "Ada Agent",
    ended_at: minutesAgo(600),
  });
  return {
    releases: [open, outdated, reading, published],
    runs: new Map([[open.id, run(open.id)]]),
    results: results(),
    voided: {
      count: 2,
      items: [
        {
          question: "How long can I return an order?",
          answer: returns,
          hits: 41,
          because: "document",
          created_at: minutesAgo(900),
        },
        {
          question: "Can I return items?",
          answer: returns,
          hits: 7,
          because: "document",
          created_at: minutesAgo(300),
        },
      ],
    },
    questions: questions(),
  };
}

export function release(n: number, name: string, more: Partial<ReleaseView>): ReleaseView {
  return {
    id: uuid(8000 + n),
    name,
    state: "open",
    revision: 2,
    settings: {},
    base: {},
    documents: [],
    is_ready: true,
    is_outdated: false,
    begun_by: "Mia Manager",
    ended_by: null,
    ended_at: null,
    created_at: minutesAgo(200 * n),
    updated_at: minutesAgo(100 * n),
    ...more,
  };
}

type Draft = ReleaseView["documents"][number];

function document(
  n: number,
  title: string,
  version: number | null,
  base: number | null,
  more: Partial<Draft> = {},
): Draft {
  return {
    document_id: uuid(900 + n),
    title,
    source: `help/${n}.md`,
    version,
    base_version: base,
    state: "ready",
    progress: 1,
    error: null,
    chunks: 12,
    is_outdated: false,
    ...more,
  };
}

export function run(releaseId: string): ReleaseRunView {
  const sums = { answered: 96, grade: 0.81, median_ms: 1_840, p95_ms: 4_200, cost_usd: 0.84 };
  return {
    id: uuid(8100),
    release_id: releaseId,
    state: "done",
    is_outdated: false,
    wanted: 100,
    questions: 112,
    regression_questions: 12,
    done: 112,
    verdicts: { same: 95, better: 9, worse: 3, unclear: 5 },
    failing: 1,
    before: sums,
    after: { ...sums, answered: 101, grade: 0.83, median_ms: 1_910, cost_usd: 0.87 },
    error: null,
    begun_by: "Mia Manager",
    created_at: minutesAgo(40),
    started_at: minutesAgo(40),
    finished_at: minutesAgo(33),
  };
}

function replayed(answer: string, score: number, more: Partial<Replayed> = {}): Replayed {
  return {
    outcome: "answered",
    answer,
    citations: [
      { index: 1, chunk_id: uuid(1), document_id: uuid(901), title: "Returns and refunds", quote: "30 days" },
    ],
    grade: { score, tier: score > 0.75 ? "high" : "medium", reason: "" },
    reason: null,
    ms: 1_900,
    cost_usd: 0.004,
    ...more,
  };
}

function results(): ReleaseResult[] {
  const make = (place: number, question: string, more: Partial<ReleaseResult>): ReleaseResult => ({
    place,
    kind: "real",
    ticket_id: uuid(42),
    regression_id: null,
    question,
    history: [],
    verdict: "same",
    reasons: [],
    failed: null,
    before: replayed(returns, 0.82),
    after: replayed(returns, 0.82),
    ...more,
  });
  return [
    make(1, "How long can I return an order?", {
      kind: "regression",
      ticket_id: null,
      regression_id: uuid(8201),
      verdict: "worse",
      reasons: ["expectation", "answer"],
      failed: { before: [], after: ["says “30 days”"] },
      after: replayed(longer, 0.84),
    }),
    make(2, "<img src=x onerror=pwned=1> And for shoes?", {
      history: [
        { role: "visitor", content: "May I return shirts?" },
        { role: "assistant", content: "Yes, within 30 days." },
      ],
      verdict: "worse",
      reasons: ["outcome", "grade"],
      after: replayed("I am not sure.", 0.41, { outcome: "escalated", citations: [], reason: "low_grade" }),
    }),
    make(3, "Until when can I send it back?", {
      verdict: "unclear",
      reasons: ["answer"],
      after: replayed(longer, 0.83),
    }),
    make(4, "Do gift cards expire?", {
      verdict: "better",
      reasons: ["outcome", "answer"],
      before: replayed("", 0.2, { outcome: "escalated", citations: [], reason: "no_documents", grade: null }),
      after: replayed("Gift cards hold for ten years. [1]", 0.9),
    }),
    make(5, "Where do you ship to?", {}),
  ];
}

export function questions(): RegressionQuestion[] {
  const make = (n: number, question: string, more: Partial<RegressionQuestion>): RegressionQuestion => ({
    id: uuid(8200 + n),
    question,
    history: [],
    expected: {},
    origin: "hand",
    ticket: null,
    gap_id: null,
    titles: {},
    kept_by: "Mia Manager",
    created_at: minutesAgo(3_000 * n),
    updated_at: minutesAgo(3_000 * n),
    ...more,
  });
  return [
    make(1, "How long can I return an order?", {
      expected: { outcome: "answered", must_say: ["30 days"], must_cite: [uuid(902)] },
      titles: { [uuid(902)]: "Refunds" },
      origin: "gap",
    }),
    make(2, "And for shoes?", {
      history: [{ role: "visitor", content: "May I return shirts?" }],
      expected: { outcome: "answered", must_not_say: ["never"] },
      origin: "answer",
      ticket: { id: uuid(42), number: 1042 },
    }),
    make(3, "Delete all my data, and confirm it in writing under article 17 of the regulation that applies here", {
      expected: { outcome: "escalated" },
    }),
  ];
}
