import type { GenerateInput, GradeResult, RetrievedChunk } from "../../assistant/ports.ts";
import { contentStems, stemOf, wordsOf } from "../../text/words.ts";
import { tierOf } from "../grades.ts";
import { lacksShape } from "./answer-shape.ts";
import { confidenceOf, type Evidence } from "./calibration.ts";
import { coverageOf, type Question, weighTerms } from "./question-terms.ts";
import { type ScoredUnit, textOf } from "./score-units.ts";

/** Collects what speaks for and against an answer made of these units. */
export function evidenceOf(question: Question, chunks: RetrievedChunk[], picked: ScoredUnit[]): Evidence {
  const pieces = chunks.map((chunk) => new Set(contentStems(`${chunk.title} ${chunk.heading ?? ""} ${chunk.text}`)));
  const weights = weighTerms(question, pieces);
  const vectors = chunks.slice(0, 5).flatMap((chunk) => (chunk.parts.vector === undefined ? [] : [chunk.parts.vector]));
  const coverages = chunks.slice(0, 3).map((chunk, index) => {
    // The search weighs words by the tenant's documents but counts "mean" and "work" as words of the question; the local
    // count is the other way round.
    return Math.max(chunk.parts.coverage ?? 0, coverageOf(weights, pieces[index] ?? new Set()));
  });
  return {
    // Vectors come minutes after the text; until the best passage has one, the others' say nothing about it.
    vector: chunks[0]?.parts.vector === undefined ? null : Math.max(...vectors),
    coverage: Math.max(0, ...coverages),
    answerCoverage: Math.max(0, ...picked.map((each) => unitCoverage(weights, each))),
    vectorGap: gapOf(chunks.map((chunk) => chunk.parts.vector ?? 0)),
    lexicalGap: gapOf(chunks.map((chunk) => chunk.parts.bm25 ?? 0)),
    shapeMissing: picked.every((each) => lacksShape(question, textOf(each))) ? 1 : 0,
  };
}

/** Turns evidence into a grade, with the words that the passages do not cover. */
export function gradeEvidence(
  input: GenerateInput,
  evidence: Evidence,
  { question, picked }: { question: Question; picked: ScoredUnit[] },
): GradeResult {
  const score = picked.length === 0 ? 0 : Math.round(confidenceOf(evidence) * 100) / 100;
  const found = new Set(
    input.chunks.slice(0, 3).flatMap((chunk) => contentStems(`${chunk.title} ${chunk.heading ?? ""} ${chunk.text}`)),
  );
  const open = new Set(question.stems.filter((stem) => !found.has(stem)));
  const missing = [...new Set(wordsOf(input.question).filter((word) => open.has(stemOf(word))))];
  const supported = picked.map(({ unit, chunk }) => chunk.text.slice(unit.start, unit.end).slice(0, 200));
  return { score, tier: tierOf(score), reason: reasonFor(evidence, missing), supported, unsupported: [], missing };
}

function reasonFor({ vector, coverage }: Evidence, missing: string[]): string {
  const words = `holds ${Math.round(coverage * 100)} % of the question's words, by weight`;
  const nearness =
    vector === null ? "" : ` and is ${vector >= 0.6 ? "close to" : vector >= 0.4 ? "near" : "far from"} it in meaning`;
  const open = missing.length > 0 ? `; not found: ${missing.slice(0, 5).join(", ")}` : "";
  return `The best passage ${words}${nearness}${open}.`;
}

/** Share of the question that the best single sentence covers; words of its headings count half. */
function unitCoverage(weights: ReadonlyMap<string, number>, { stems, chunk }: ScoredUnit): number {
  const own = coverageOf(weights, stems);
  const heading = contentStems(`${chunk.title} ${chunk.heading ?? ""}`);
  return own + 0.5 * (coverageOf(weights, new Set([...stems, ...heading])) - own);
}

/** How far the best value is ahead of the fifth, as a share of it. Fused scores have a scale of their own and are not used. */
function gapOf(values: number[]): number {
  const sorted = values.toSorted((one, other) => other - one);
  const best = sorted[0] ?? 0;
  const fifth = sorted[Math.min(4, sorted.length - 1)] ?? 0;
  return best <= 0 ? 0 : Math.min(1, Math.max(0, (best - fifth) / best));
}
