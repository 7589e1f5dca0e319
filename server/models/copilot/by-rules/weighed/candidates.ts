import { setImmediate as breathe } from "node:timers/promises";
import { isQuestion } from "../../../../text/is-question.ts";
import { sentenceSpans } from "../../../../text/sentences.ts";
import type { EmbedTexts } from "../../../embeddings/port.ts";
import type { Line } from "../lines.ts";
import { plainOf } from "../plain.ts";
import { cosineOf } from "../vectors.ts";
import { type Clause, clausesOfLine, type Read, readEnglish } from "./clauses.ts";
import { type Candidate, type Nearness, signalsOf } from "./signals.ts";
import type { StanceModel } from "./stance.ts";

/** Clauses that are weighed for a sentence, the nearest first. */
const mostCandidates = 6;
/** Clauses whose vectors are made for one text, those with most of its words first; each costs some milliseconds. */
const mostVectors = 240;
/** Characters of a sentence that are read: they tell what it is about. */
const maxChars = 300;
const breathAfter = 8;
/** The sentence before counts this much in the order of what is near. */
const shareOfContext = 0.3;
/** Begins with a word that points back, or says too little by itself. */
const pointsBack = /^(?:it|they|that|this|those|these|he|she|his|her|him|its|and|after that|so|then|than|later)\b/i;
const fewestStems = 3;
/** A word that no policy has weighs at most this. */
const mostOfUnknown = 3;

/** A sentence that states something. */
export interface Sentence extends Read {
  start: number;
  end: number;
  /** With the one before it, for one that leans on it. */
  inContext: string;
  leans: boolean;
}

/** The sentences of an English text, without questions. */
export function sentencesIn(text: string): Sentence[] {
  let before = "";
  return sentenceSpans(text).flatMap(({ start, end }) => {
    const plain = plainOf(text.slice(start, end));
    const read = readEnglish(plain);
    const context = contextOf(read, before);
    before = plain;
    return !/[\p{L}\p{N}]{2}/u.test(plain) || isQuestion(plain, "en") ? [] : [{ ...read, start, end, ...context }];
  });
}

/** @param before the sentence before it */
export function contextOf({ plain, stems }: Read, before: string): Pick<Sentence, "inContext" | "leans"> {
  const leans = before !== "" && (pointsBack.test(plain) || stems.size < fewestStems);
  return { leans, inContext: leans ? `${before} ${plain}` : plain };
}

/** Lines of a policy that state something. */
export function weighable<Stated extends Line>(lines: readonly Stated[]): Stated[] {
  return lines.filter(({ kind, announces }) => kind !== "heading" && kind !== "code" && !announces);
}

/**
 * For each sentence the clauses that may speak of the same, with what tells so; `ofText` is how near the sentences are to their nearest clause on
 * an average: those of a text about something else hardly are.
 * @param lines English ones
 */
export async function candidatesOf(
  sentences: readonly Sentence[],
  lines: readonly Line[],
  { embed, stance }: { embed: EmbedTexts | undefined; stance: (sentence: Sentence) => StanceModel },
): Promise<{ candidates: Candidate[][]; byMeaning: boolean; ofText: number }> {
  const clauses = lines.flatMap(clausesOfLine);
  const words = sharedWords(lines, clauses);
  const shares = sentences.map((sentence) => clauses.map((clause) => words(sentence, clause)));
  const vectors = await vectorsFor(sentences, likeliestFirst(clauses, shares), embed);
  const near = (sentence: Sentence, clause: Clause, share: number): Nearness => ({
    meaning: cosineOf(vectors.get(sentence.plain), vectors.get(clause.plain)),
    inContext: cosineOf(vectors.get(sentence.inContext), vectors.get(clause.plain)),
    words: share,
  });
  const candidates: Candidate[][] = [];
  let nearest = 0;
  for (const [index, sentence] of sentences.entries()) {
    if (index % breathAfter === 0) await breathe();
    const found = clauses
      .map((clause, at) => ({ clause, near: near(sentence, clause, shares[index]?.[at] ?? 0) }))
      .toSorted((one, other) => orderOf(other.near) - orderOf(one.near))
      .slice(0, mostCandidates);
    nearest += found[0] ? found[0].near.meaning + found[0].near.words : 0;
    candidates.push(
      found.map(({ clause, near }, place) =>
        signalsOf(sentence, clause, {
          near,
          isNearest: place === 0,
          leans: sentence.leans,
          stance: stance(sentence),
        }),
      ),
    );
  }
  return { candidates, byMeaning: vectors.size > 0, ofText: nearest / Math.max(1, sentences.length) };
}

function orderOf({ meaning, inContext, words }: Nearness): number {
  return meaning + inContext * shareOfContext + words;
}

/** What two have in common of their words, by how few lines have them. */
function sharedWords(lines: readonly Line[], clauses: readonly Clause[]): (one: Read, other: Read) => number {
  const counts = new Map<string, number>();
  const known = new Set<Line>();
  for (const { line, stems } of clauses) {
    if (known.has(line)) continue;
    known.add(line);
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const weightOf = (stem: string) => Math.log(1 + lines.length / (counts.get(stem) ?? 0.5));
  return (one, other) => {
    let [common, own, their] = [0, 0, 0];
    for (const stem of one.stems) {
      own += Math.min(weightOf(stem), mostOfUnknown);
      if (other.stems.has(stem)) common += weightOf(stem);
    }
    for (const stem of other.stems) their += weightOf(stem);
    return common / Math.sqrt(own * their + Number.EPSILON);
  };
}

function likeliestFirst(clauses: readonly Clause[], shares: readonly number[][]): string[] {
  return clauses
    .map(({ plain }, at) => ({ plain, best: Math.max(0, ...shares.map((row) => row[at] ?? 0)) }))
    .toSorted((one, other) => other.best - one.best)
    .slice(0, mostVectors)
    .map(({ plain }) => plain);
}

/** Empty without an engine, or while it fails: words alone count then. */
async function vectorsFor(
  sentences: readonly Sentence[],
  clauses: readonly string[],
  embed: EmbedTexts | undefined,
): Promise<Map<string, Float32Array>> {
  const texts = [...new Set([...sentences.flatMap(({ plain, inContext }) => [plain, inContext]), ...clauses])];
  if (!embed || clauses.length === 0 || sentences.length === 0) return new Map();
  const made = await embed(texts.map((text) => text.slice(0, maxChars))).catch(() => []);
  return new Map(
    texts.flatMap((text, index) => {
      const vector = made[index];
      return vector ? [[text, vector] as const] : [];
    }),
  );
}
