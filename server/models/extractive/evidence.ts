import type { GenerateInput, GradeResult, RetrievedChunk } from "../../assistant/ports.ts";
import { tierOf } from "../../grades/tier.ts";
import { asksDefinition } from "../../text/answer-patterns.ts";
import type { Language } from "../../text/language.ts";
import { stemOf } from "../../text/stems.ts";
import { contentStems, wordsOf } from "../../text/words.ts";
import { defines, lacksShape } from "./answer-shape.ts";
import { confidenceOf, type Evidence, isNoAnswer, talkFloor } from "./calibration.ts";
import { withoutContext } from "./contextualize.ts";
import { isDangerous, type QuotedText, type Surroundings } from "./danger.ts";
import { type AnswerShape, coverageOf, type Question, weighTerms } from "./question-terms.ts";
import { type Quote, textOfQuote } from "./quote-context.ts";
import { coversSides, headingAgreement, headingOf, type ScoredUnit, textOf } from "./score-units.ts";

/** A question with fewer words of meaning ("Where do I begin?") has them in many passages that are about something else. */
const tellingStems = 5;
/** Words of meaning of a question that leaves to the conversation what it is about. */
const mostOpenStems = 3;
/** Kinds of questions whose answer is one particular fact, which passages on the right subject often do not hold. */
const factShapes: ReadonlySet<AnswerShape> = new Set(["yes_no", "reason", "place", "number", "time", "money"]);

/** Collects what speaks for and against an answer made of these quotes. */
export function evidenceOf(question: Question, { chunks }: Pick<GenerateInput, "chunks">, quotes: Quote[]): Evidence {
  const { language } = question;
  const pieces = chunks.map((chunk) => stemsOfPassage(chunk, language));
  const weights = weighTerms(question.stems, pieces);
  const vectors = chunks.slice(0, 5).flatMap((chunk) => (chunk.parts.vector === undefined ? [] : [chunk.parts.vector]));
  // The search counts how rare a word is among all of the tenant's passages; the local count knows only these.
  const coverages = chunks.map(
    (chunk, index) => chunk.parts.coverage ?? coverageOf(weights, pieces[index] ?? new Set()),
  );
  const picked = quotes.flatMap(({ units }) => units);
  const [first] = quotes;
  return {
    // Vectors come minutes after the text; until the best passage has one, the others' say nothing about it.
    vector: chunks[0]?.parts.vector === undefined ? null : Math.max(...vectors),
    // A sentence that nobody compared is about as near as its passage.
    sentence: first?.best.meaning ?? first?.chunk.parts.vector ?? null,
    asked: Math.max(0, first?.best.headingMeaning ?? 0),
    coverage: Math.max(0, ...coverages),
    substance: Math.max(0, ...coverages) * Math.min(1, question.stems.length / tellingStems),
    nearness: first?.chunk.parts.vector ?? 0,
    score: Math.max(0, Math.min(1, first?.chunk.score ?? 0)),
    answerCoverage: coverageOf(weights, new Set(quotes.flatMap((quote) => stemsOfQuote(quote, language)))),
    bestCoverage: Math.max(0, ...quotes.map(({ best }) => unitCoverage(weights, best, language))),
    heading: first ? headingAgreement(question, headingOf(first.best)) : 0,
    vectorGap: gapOf(chunks.map((chunk) => chunk.parts.vector ?? 0)),
    ...standingOf(chunks, first?.chunk),
    talk: first && leavesOpen(question, pieces) ? Math.max(0, first.best.talk - talkFloor) : 0,
    talkLead: first?.best.talkLead ?? 0,
    wantsFact: factShapes.has(question.shape) ? 1 : 0,
    shapeMissing: picked.every((each) => lacksShape(question, textOf(each))) ? 1 : 0,
    definitionMissing: lacksDefinition(question, picked) ? 1 : 0,
    sideMissing: coversSides(question, picked) ? 0 : 1,
    otherKind: first?.best.answersOther ? 1 : 0,
    danger: quotes.some((quote) => isDangerous(question, quotedText(quote), surroundingsOf(quote, chunks, language)))
      ? 1
      : 0,
    echo: quotes.some(({ best }) => best.isEcho) ? 1 : 0,
  };
}

/** How the document that is quoted stands among those found. */
function standingOf(
  chunks: RetrievedChunk[],
  quoted: RetrievedChunk | undefined,
): Pick<Evidence, "documentGap" | "documentShare" | "rank"> {
  const best = new Map<string, number>();
  for (const { document_id, score } of chunks) best.set(document_id, Math.max(score, best.get(document_id) ?? 0));
  const own = quoted ? (best.get(quoted.document_id) ?? 0) : 0;
  const others = [...best].filter(([id]) => id !== quoted?.document_id).map(([, score]) => score);
  const top = Math.max(own, ...others, Number.MIN_VALUE);
  return {
    documentGap: Math.max(-1, (own - Math.max(0, ...others)) / top),
    documentShare:
      chunks.filter(({ document_id }) => document_id === quoted?.document_id).length / Math.max(1, chunks.length),
    rank: quoted ? Math.max(0, quoted.score / top) : 0,
  };
}

function surroundingsOf({ best, chunk }: Quote, chunks: RetrievedChunk[], language: Language): Surroundings {
  const others = chunks.filter((each) => each !== chunk).map((each) => `${each.title} ${each.heading ?? ""}`);
  return {
    heading: headingOf(best),
    title: chunk.title,
    elsewhere: new Set(contentStems(others.join("\n"), language)),
  };
}

function quotedText({ best: { unit, chunk } }: Quote): QuotedText {
  const lines = unit.lines.map(({ start, end }) => chunk.text.slice(start, end));
  const lead = chunk.text.slice(unit.start, unit.lines[0]?.start ?? unit.end);
  return unit.kind === "list" ? { lead, items: lines } : { lead: chunk.text.slice(unit.start, unit.end), items: [] };
}

function stemsOfQuote(quote: Quote, language: Language): string[] {
  return contentStems(`${headingOf(quote.best)} ${textOfQuote(quote)}`, language);
}

/** "What is a suppression group?" is not answered by sentences that merely use the word. */
function lacksDefinition({ text, stems, language }: Question, picked: readonly ScoredUnit[]): boolean {
  if (!asksDefinition(text, language)) return false;
  return !picked.some((each) => {
    const heading = new Set(contentStems(`${each.chunk.heading ?? ""} ${each.unit.label}`, language));
    const title = new Set(contentStems(each.chunk.title, language));
    return (
      defines(each, { stems, language }) || [heading, title].some((words) => stems.every((stem) => words.has(stem)))
    );
  });
}

/**
 * True for a question that says little itself, and nothing that the passages do not know: "And how long?" is about what the talk is about,
 * "Do you sell shoes?" is not, whatever was said before it.
 */
function leavesOpen({ text, language }: Question, pieces: readonly ReadonlySet<string>[]): boolean {
  const own = [...new Set(contentStems(withoutContext(text), language))];
  return own.length <= mostOpenStems && own.every((stem) => pieces.some((piece) => piece.has(stem)));
}

/** Turns evidence into a grade, with the words that the passages do not cover. */
export function gradeEvidence(
  input: GenerateInput,
  evidence: Evidence,
  { question, quotes }: { question: Question; quotes: Quote[] },
): GradeResult {
  const picked = quotes.flatMap(({ units }) => units);
  const score = picked.length === 0 ? 0 : Math.round(confidenceOf(evidence) * 100) / 100;
  const vetoed = picked.length === 0 || isNoAnswer(evidence) ? { is_vetoed: true } : {};
  const { language } = question;
  const found = new Set(input.chunks.slice(0, 3).flatMap((chunk) => [...stemsOfPassage(chunk, language)]));
  const open = new Set(question.stems.filter((stem) => !found.has(stem)));
  const missing = [...new Set(wordsOf(input.question, language).filter((word) => open.has(stemOf(word, language))))];
  const supported = picked.map(({ unit, chunk }) => chunk.text.slice(unit.start, unit.end).slice(0, 200));
  const reason = reasonFor(evidence, missing);
  return { score, tier: tierOf(score), reason, supported, unsupported: [], missing, ...vetoed };
}

function reasonFor({ vector, coverage, sideMissing }: Evidence, missing: string[]): string {
  if (sideMissing === 1)
    return "The question compares two things, but the passages cover only one of them or show no difference.";
  const words = `${Math.round(coverage * 100)} % word match`;
  const nearness =
    vector === null ? "" : `, ${vector >= 0.6 ? "similar" : vector >= 0.4 ? "related" : "different"} meaning`;
  const open = missing.length > 0 ? `. Not found: ${missing.slice(0, 5).join(", ")}` : "";
  return `Best passage: ${words}${nearness}${open}.`;
}

function stemsOfPassage({ title, heading, text }: RetrievedChunk, language: Language): Set<string> {
  return new Set(contentStems(`${title} ${heading ?? ""} ${text}`, language));
}

/** Share of the question that the best single sentence covers; words of its headings count half. */
function unitCoverage(weights: ReadonlyMap<string, number>, { stems, chunk }: ScoredUnit, language: Language): number {
  const own = coverageOf(weights, stems);
  const heading = contentStems(`${chunk.title} ${chunk.heading ?? ""}`, language);
  return own + 0.5 * (coverageOf(weights, new Set([...stems, ...heading])) - own);
}

/** How far the best value is ahead of the fifth, as a share of it. Fused scores have a scale of their own and are not used. */
function gapOf(values: number[]): number {
  const sorted = values.toSorted((one, other) => other - one);
  const best = sorted[0] ?? 0;
  const fifth = sorted[Math.min(4, sorted.length - 1)] ?? 0;
  return best <= 0 ? 0 : Math.min(1, Math.max(0, (best - fifth) / best));
}
