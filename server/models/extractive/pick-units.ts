import type { RetrievedChunk } from "../../assistant/ports.ts";
import { opensWithReference } from "../../text/references.ts";
import { defines } from "./answer-shape.ts";
import { narrowed } from "./narrow-unit.ts";
import type { Question } from "./question-terms.ts";
import { namesSide, type ScoredUnit, scoreUnits, textOf } from "./score-units.ts";

/** Sentences of an answer at most; a list, table or piece of code counts as one. */
const maxUnits = 5;
/** Characters of an answer beyond which nothing is added; what is added is whole. */
const maxChars = 1_100;
/** Passages that sentences are taken from. */
const maxChunks = 6;
/** A further unit must be at least this good, measured by the best one; the stricter the farther away it stands. */
const keepShare = { samePassage: 0.72, sameDocument: 0.8, elsewhere: 0.88 };
/** A unit that shares this part of its words with one already taken says it again. */
const maxRepeat = 0.6;
/** A sentence below a single one that is taken along, so that an answer is not cut off at its first thought. */
const maxContinuationChars = 260;

/** The units that answer the question best, ordered for reading; empty when no passage has text. */
export function pickUnits(question: Question, chunks: RetrievedChunk[]): ScoredUnit[] {
  const picked = question.sides ? pickSides(question, chunks) : pickBest(question, chunks);
  return picked.map((each) => narrowed(question, each));
}

/**
 * A comparison is answered by what is said of each side: one unit that names both, or the best of each. A side that no
 * passage names is left open, which the grade tells.
 */
function pickSides(question: Question, chunks: RetrievedChunk[]): ScoredUnit[] {
  const scored = scoreUnits(question, chunks).toSorted((one, other) => other.score - one.score);
  const picked: ScoredUnit[] = [];
  for (const side of question.sides ?? []) {
    if (picked.some((unit) => namesSide(side, unit) && defines(unit, { stems: side, language: question.language })))
      continue;
    const candidates = scored.filter((unit) => namesSide(side, unit));
    const best =
      candidates.find((unit) => defines(unit, { stems: side, language: question.language })) ?? candidates[0];
    if (best && !picked.includes(best)) picked.push(best);
  }
  return picked.length > 0 ? readingOrder(completed(question, picked, scored)) : pickBest(question, chunks);
}

function pickBest(question: Question, chunks: RetrievedChunk[]): ScoredUnit[] {
  const scored = scoreUnits(question, chunks.slice(0, maxChunks));
  const best = scored.toSorted((one, other) => other.score - one.score)[0];
  if (!best) return [];
  const picked = [best];
  for (const candidate of scored.toSorted((one, other) => nearness(best, other) - nearness(best, one))) {
    if (picked.length >= maxUnits || lengthOf([...picked, candidate]) > maxChars) continue;
    if (picked.includes(candidate) || nearness(best, candidate) < best.score * shareFor(best, candidate)) continue;
    if (!repeats(candidate, picked)) picked.push(candidate);
  }
  return readingOrder(continued(completed(question, picked, scored), scored));
}

function shareFor(best: ScoredUnit, other: ScoredUnit): number {
  // Another list beside the best one is another procedure more often than more of the same.
  if (other.unit.kind === "list" && best.unit.kind === "list") return keepShare.elsewhere;
  if (other.chunk === best.chunk) return keepShare.samePassage;
  return other.chunk.document_id === best.chunk.document_id ? keepShare.sameDocument : keepShare.elsewhere;
}

/** A unit right beside the best one reads better than an equal one from elsewhere. */
function nearness(best: ScoredUnit, other: ScoredUnit): number {
  if (other.chunk !== best.chunk) return other.score;
  const distance = Math.abs(other.unit.block - best.unit.block);
  const sameParagraph = distance === 0 && other.unit.kind === "sentence" && best.unit.kind === "sentence";
  return other.score * (sameParagraph ? 1.35 : distance === 1 ? 1.15 : 1);
}

function repeats(candidate: ScoredUnit, picked: ScoredUnit[]): boolean {
  return picked.some((other) => {
    const shared = [...candidate.stems].filter((stem) => other.stems.has(stem)).length;
    return shared > maxRepeat * Math.min(candidate.stems.size, other.stems.size) && shared > 3;
  });
}

/** A sentence that begins with "This" or "It" needs the one before it. */
function completed({ language }: Question, picked: ScoredUnit[], all: ScoredUnit[]): ScoredUnit[] {
  const result = [...picked];
  for (const each of picked) {
    if (each.unit.kind !== "sentence" || !opensWithReference(textOf(each), language)) continue;
    const before = all.findLast((other) => sameParagraph(other, each) && other.unit.end <= each.unit.start);
    if (before && !result.includes(before) && result.length < maxUnits) result.push(before);
  }
  return result;
}

function continued(picked: ScoredUnit[], all: ScoredUnit[]): ScoredUnit[] {
  const [only, ...others] = picked;
  if (!only || others.length > 0 || only.unit.kind !== "sentence") return picked;
  const next = all.find((other) => sameParagraph(other, only) && other.unit.start >= only.unit.end);
  return next && !next.unit.announces && lengthOf([next]) <= maxContinuationChars ? [only, next] : picked;
}

function sameParagraph(one: ScoredUnit, other: ScoredUnit): boolean {
  return one.chunk === other.chunk && one.unit.block === other.unit.block && one.unit.kind === "sentence";
}

/** Chunks by their best unit, inside a chunk as written. Announcements of something that was not taken are left out. */
function readingOrder(picked: ScoredUnit[]): ScoredUnit[] {
  const bestOf = new Map<string, number>();
  for (const { chunk, score } of picked) bestOf.set(chunk.chunk_id, Math.max(score, bestOf.get(chunk.chunk_id) ?? 0));
  const ordered = picked.toSorted((one, other) => {
    const byChunk = (bestOf.get(other.chunk.chunk_id) ?? 0) - (bestOf.get(one.chunk.chunk_id) ?? 0);
    return byChunk !== 0 ? byChunk : one.rank - other.rank || one.unit.start - other.unit.start;
  });
  const useful = ordered.filter(({ unit }) => !unit.announces);
  return useful.length > 0 ? useful : ordered;
}

function lengthOf(units: ScoredUnit[]): number {
  return units.reduce((sum, { unit }) => sum + unit.end - unit.start, 0);
}
