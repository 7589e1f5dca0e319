import type { Question } from "./question-terms.ts";
import { headingOf, type ScoredUnit, textOf } from "./score-units.ts";

/** Vectors of texts, one for each and in their order. */
export type EmbedTexts = (texts: string[]) => Promise<Float32Array[]>;

/** Units whose vectors are made, the best by words; each costs some milliseconds. With all of them answers are no better. */
const candidates = 8;
/** The best unit of each of so many first passages is always among them. */
const firstPassages = 4;
/** Characters of a unit that are read; they tell what it is about. */
const maxChars = 300;
/**
 * What meaning, the place of the passage and its heading weigh beside the words, whose weight is 1. Chosen on the work part of doc2dial and of a
 * set of frequent questions; docs/benchmarks.md has what other weights gave.
 */
const weightOfMeaning = 2;
const weightOfPassage = 3;
const weightOfHeading = 0.3;
/** A heading alone that means what is asked: most pages answer a question under just that. */
const weightOfAsked = 1;
/** A document that the talk is about: who asks on mostly asks about the same. */
const weightOfTalk = 1.5;
/** Cosine of an echo counts this much: it is near the question because it repeats it. */
const echoShare = 0.3;
/** Who asks how something is done wants its steps, not what to know before. */
const worthOfSteps = 0.4;
/** An answer to a question of another kind is seldom one to this. */
const otherKindPenalty = 0.3;
/** What comes early in a passage is more often what it is about. */
const blockPenalty = 0.004;

/**
 * Compares the likeliest units with the question by meaning and scores them anew. Where the search had no vectors, or no engine makes
 * them now, the scores by words stay: a sentence that nobody compared must never cost an answer.
 */
export async function compareMeaning(
  { text: question, shape }: Pick<Question, "text" | "shape">,
  scored: ScoredUnit[],
  embed: EmbedTexts | undefined,
): Promise<ScoredUnit[]> {
  const isSearchedByMeaning = scored.some(({ chunk }) => chunk.parts.vector !== undefined);
  if (!embed || !isSearchedByMeaning) return scored;
  const chosen = likeliest(scored);
  const headings = [...new Set(chosen.map(headingOf))];
  const [asked, ...vectors] = await embed([question, ...chosen.map(readAs), ...headings]).catch(() => []);
  if (!asked) return scored;
  const meanings = new Map(chosen.map((unit, index) => [unit, cosine(asked, vectors[index])]));
  const askings = new Map(headings.map((each, index) => [each, cosine(asked, vectors[chosen.length + index])]));
  const most = Math.max(...scored.map(({ lexical }) => lexical), Number.MIN_VALUE);
  const top = Math.max(...scored.map(({ chunk }) => chunk.score), Number.MIN_VALUE);
  return scored.map((unit) => {
    const meaning = meanings.get(unit) ?? null;
    const headingMeaning = meaning === null ? null : (askings.get(headingOf(unit)) ?? null);
    const near = (unit.isEcho ? echoShare : 1) * Math.max(0, meaning ?? 0);
    const passage = Math.max(0, unit.chunk.score / top);
    const against = blockPenalty * unit.unit.block + (unit.answersOther ? otherKindPenalty : 0);
    const score =
      unit.lexical / most +
      weightOfHeading * unit.heading +
      weightOfMeaning * near +
      weightOfAsked * Math.max(0, headingMeaning ?? 0) +
      weightOfPassage * passage +
      weightOfTalk * unit.talk -
      against;
    return { ...unit, meaning, headingMeaning, score: score + (shape === "steps" && isSteps(unit) ? worthOfSteps : 0) };
  });
}

function isSteps({ unit, chunk }: ScoredUnit): boolean {
  return unit.kind === "list" && /^[ \t]*\d{1,4}[.)]/m.test(chunk.text.slice(unit.start, unit.end));
}

function likeliest(scored: ScoredUnit[]): ScoredUnit[] {
  const byScore = scored.toSorted((one, other) => other.score - one.score);
  const chosen = new Set(byScore.slice(0, candidates));
  for (let rank = 0; rank < firstPassages; rank += 1) {
    const best = byScore.find((unit) => unit.rank === rank && !unit.isEcho);
    if (best) chosen.add(best);
  }
  return [...chosen];
}

/** A unit below the heading right above it: a step or a number alone does not say what it is about. */
function readAs(unit: ScoredUnit): string {
  return `${headingOf(unit)}\n${textOf(unit).replace(/\s+/g, " ")}`.slice(0, maxChars);
}

/** Of unit vectors. */
function cosine(one: Float32Array, other: Float32Array | undefined): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other?.[index] ?? 0);
  return sum;
}
