import type { SearchResponse, SearchResult } from "../../protocol/admin.ts";
import type { TriedAnswer } from "../../protocol/admin-try.ts";
import { citations, hostileText, uuid } from "./mock-data.ts";

export function searchResults(): SearchResult[] {
  const make = (
    n: number,
    title: string,
    score: number,
    parts: Record<string, number>,
    text: string,
  ): SearchResult => ({
    chunk_id: `c-${n}`,
    document_id: uuid(900 + n),
    source: `help/${n}.md`,
    title,
    url: n === 3 ? "javascript:window.pwned=1" : `https://docs.example.com/${n}`,
    page: null,
    heading: "Downgrades",
    audience: n === 4 ? "internal" : "public",
    score,
    parts,
    text,
    kept: true,
    reason: "similarity 60 %",
  });
  return [
    make(
      1,
      "Changing your plan",
      0.914,
      { bm25: 11.2, coverage: 0.9, vector: 0.71 },
      "You can change your plan at any time. A downgrade takes effect at the end of the billing period. An upgrade takes effect at once.",
    ),
    make(
      2,
      "Refunds",
      0.655,
      { bm25: 6.1, vector: 0.62 },
      "Unused time is credited to your account within 5 working days.",
    ),
    make(3, "<b>Invoices</b>", 0.312, { bm25: 0, vector: 0.44 }, hostileText),
    make(4, "Goodwill credits", 0.287, { bm25: 2.4, vector: 0.41 }, "Agents may credit up to 20 euros without asking."),
  ];
}

export function droppedResults(): NonNullable<SearchResponse["dropped"]> {
  const dropped = { kept: false as const, tokens: 42, parts: { bm25: 4 }, score: 0.2 };
  return [
    {
      ...dropped,
      chunk_id: "c-8",
      document_id: uuid(901),
      source: "help/8.md",
      title: "Changing your plan",
      code: "near_duplicate",
      reason: "repeats c-1, which ranks higher",
    },
    {
      ...dropped,
      chunk_id: "c-9",
      document_id: uuid(905),
      source: "help/9.md",
      title: "<i>Price list</i> 2024",
      code: "expired",
      reason: "its document has expired",
    },
  ];
}

/** The dry-run answer: confident, except for questions with "unknown" or "nothing". */
export function triedAnswer(question: string): TriedAnswer {
  const isUnknown = /unknown|nothing/.test(question);
  return {
    outcome: isUnknown ? "handed_over" : "answered",
    reason: isUnknown ? "low_grade" : null,
    content: isUnknown ? "" : `A downgrade takes effect at the end of the billing period [1].\n\n${hostileText}`,
    citations: isUnknown ? [] : citations.slice(0, 1),
    grade: { score: isUnknown ? 0.12 : 0.86, tier: isUnknown ? "low" : "high", reason: "Supported by its sources." },
    threshold: 0.7,
    options: [],
    read: ["c-1", "c-2"],
    took_ms: 180,
  };
}
