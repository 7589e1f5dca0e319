import type { ContextEntry, ContextRecord } from "../../protocol/context-record.ts";
import type { PlaygroundResult, PlaygroundStep } from "../../protocol/playground.ts";
import { uuid } from "./mock-data.ts";

export const question = "How long do I have to send shoes back?";
export const before = "You can send shoes back within 30 days of delivery, unworn and in their box [1].";
export const after = "You can send shoes back within 60 days of delivery, unworn and in their box [1].";

export function playgroundResult(more: Partial<PlaygroundResult> = {}): PlaygroundResult {
  return {
    outcome: "answered",
    answer: before,
    citations: [{ index: 1, chunk_id: uuid(8901), title: "Refund policy", quote: "within 30 days of delivery" }],
    grade: { score: 0.86, tier: "high", reason: "Every statement is supported by the source." },
    threshold: 0.7,
    reason: null,
    rephrased_question: question,
    options: [],
    cache: { hit: false, similarity: 0.81, reason: "number", question: "How long do I have to send 2 shoes back?" },
    usage: { input_tokens: 1_840, output_tokens: 96, cost_usd: 0.00112 },
    ms: 1_480,
    ...more,
  };
}

const passages = [
  {
    chunk_id: uuid(8901),
    document_id: uuid(301),
    version_id: uuid(302),
    title: "Refund policy",
    heading: "Returns",
    score: 0.712,
    parts: { bm25: 6.1, coverage: 0.94, vector: 0.71, heading: 0.06 },
    text: "Shoes are taken back within 30 days of delivery, unworn and in their box. We pay the parcel.",
  },
  {
    chunk_id: uuid(8902),
    document_id: uuid(303),
    version_id: uuid(304),
    title: "Terms of delivery",
    heading: null,
    score: 0.214,
    parts: { bm25: 1.2, coverage: 0.31, vector: 0.34 },
    text: "Parcels are delivered within three working days.",
  },
];

export function answeredSteps(answer = before): PlaygroundStep[] {
  const { cache, grade, citations } = playgroundResult();
  return [
    { node: "check_cache", input: { question }, output: { cache }, ms: 4.2 },
    { node: "contextualize", input: { question, history: [] }, output: { rephrased_question: question }, ms: 0.1 },
    { node: "retrieve", input: { question }, output: { passages, context: contextRecord() }, ms: 31.4 },
    { node: "clarify", input: { question }, output: { clarification: null }, ms: 0.4 },
    {
      node: "generate",
      input: { question, history: [], passages: passages.map(({ chunk_id: id }) => id) },
      output: { answer, citations },
      ms: 1_120,
      tokens: { input: 1_320, output: 64 },
      cost_usd: 0.0009,
      note: "gpt-4o-mini",
    },
    {
      node: "grade",
      input: { question, answer, citations: 1 },
      output: {
        grade,
        grading: {
          supported: ["Shoes can be sent back within 30 days.", "They have to be unworn and in their box."],
          unsupported: ["The box must not be written on."],
          missing: [],
        },
      },
      ms: 310,
      tokens: { input: 520, output: 32 },
      cost_usd: 0.00022,
      note: "gpt-4o-mini",
    },
    { node: "finish", input: { answer, is_cache_hit: false }, output: {}, ms: 0.2 },
  ];
}

/** Included and excluded content of a search. */
function contextRecord(): ContextRecord {
  const entry = (n: number, title: string, more: Partial<ContextEntry>): ContextEntry => ({
    source: "search",
    kind: "passage",
    id: uuid(n),
    document_id: uuid(n + 100),
    version_id: null,
    weight: 0.5,
    base: 0.5,
    modifiers: [],
    tokens: 0,
    similarity: null,
    reason: "found by the search",
    title,
    ...more,
  });
  return {
    taken: [
      entry(8901, "Refund policy", { tokens: 24, similarity: 0.71 }),
      entry(8902, "Terms of delivery", { tokens: 11, similarity: 0.34 }),
    ],
    left_out: [
      entry(8903, "How we handle refunds inside", { reason: "its document is internal" }),
      entry(8904, "Refund policy of 2024", { reason: "its document has expired", similarity: 0.7 }),
    ],
    more_left_out: 0,
    budget: { tokens: 4_000, used: 35 },
    sources: [{ source: "search", state: "answered", ms: 31, found: 2 }],
    has_drifted: false,
    took_ms: 32,
  };
}
