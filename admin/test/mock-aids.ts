import type { CheckedAnswer, CheckedSentence } from "../../protocol/admin-check.ts";
import { uuid } from "./mock-data.ts";

/** The check of a text: its sentences are found, differ and are not found in turn. */
export function checkedAnswer(text: string): CheckedAnswer {
  const found: Pick<CheckedSentence, "verdict" | "passage" | "quote" | "difference">[] = [
    {
      verdict: "supported",
      passage: 0,
      quote: "A downgrade takes effect at the end of the billing period.",
      difference: null,
    },
    {
      verdict: "contradicted",
      passage: 0,
      quote: "You keep your data for 30 days.",
      difference: { kind: "number", here: "60 days", there: "30 days" },
    },
    { verdict: "supported", passage: 1, quote: "Discounts are decided by the team.", difference: null },
    { verdict: "not_found", passage: null, quote: null, difference: null },
  ];
  const sentences = [...text.matchAll(/[^.!?]+[.!?]*/g)].map(({ 0: said, index }, at) => ({
    start: index + said.length - said.trimStart().length,
    end: index + said.trimEnd().length,
    text: said.trim(),
    ...(found[at % found.length] as (typeof found)[number]), // within its length
  }));
  const passage = { url: "https://docs.example.com/1", page: null, heading: "Downgrades" };
  return {
    sentences,
    passages: [
      { chunk_id: "c-1", document_id: uuid(901), title: "Changing your plan", ...passage, hidden: null },
      { chunk_id: "c-4", document_id: uuid(904), title: "Discounts", ...passage, hidden: "internal" },
    ],
    read: 18,
    missing: ["Do I get money back?"],
    grade: { score: 0.3, tier: "low", reason: "2 of 4 statements were found in the documents; 1 differs from them." },
    threshold: 0.7,
    judge: "rules",
    without_model: null,
    took_ms: 412,
  };
}
