import { stemOf } from "../../core/text/stems.ts";
import { wordsOf } from "../../core/text/words.ts";
import { unitCosine } from "../../core/vectors.ts";
import { differingStems, type QuestionFeatures } from "./reuse-refusal.ts";

/** A question with the data for a comparison. */
export interface ComparedQuestion {
  question: string;
  features: QuestionFeatures;
  /** Unit length. */
  vector: Float32Array;
}

/**
 * Highest share of the distance between two questions that the words in only one of them may cause: 0 is none of it, 1 is all of it. Chosen
 * on banking77 and one half of the swapped pairs (`lab/eval/data/swapped-nouns.ts`), whose shares are mostly 1; paraphrases are mostly
 * below the limit, see docs/decisions/0115.
 */
const mostOfDistance = 0.1;
/**
 * Two words with a common beginning of this many letters, and of this share of the longer word, are forms of one word: deliver, delivery.
 */
const familyLetters = 4;
const familyShare = 0.6;

/**
 * True when two near questions ask about different things: "dosage of ibuprofen for toddlers", "dosage of paracetamol for infants". The
 * words in only one of them are removed from both. When the remaining texts are nearer to each other than the questions, these words
 * distinguish the questions. Synonyms keep questions together, so without them the remaining texts are further apart.
 * @param embed returns null when no vector can be computed; the questions then count as different.
 */
export async function areSwapped(
  one: ComparedQuestion,
  other: ComparedQuestion,
  embed: (text: string) => Promise<Float32Array | null>,
): Promise<boolean> {
  const stems = differingStems(one.features, other.features);
  if (stems.one.size === 0 || stems.other.size === 0) return false;
  const distance = 1 - unitCosine(one.vector, other.vector);
  const isDueTo = async (left: ReadonlySet<string>, right: ReadonlySet<string>) => {
    const [here, there] = await Promise.all([embed(without(one, left)), embed(without(other, right))]);
    if (!here || !there) return true;
    return distance - (1 - unitCosine(here, there)) > mostOfDistance * distance;
  };
  if (await isDueTo(stems.one, stems.other)) return true;
  const left = strangers(stems.one, stems.other);
  const right = strangers(stems.other, stems.one);
  const hasForms = left.size < stems.one.size && left.size > 0 && right.size > 0;
  return hasForms && isDueTo(left, right);
}

function without({ question, features: { language } }: ComparedQuestion, stems: ReadonlySet<string>): string {
  return wordsOf(question, language)
    .filter((word) => !stems.has(stemOf(word, language)))
    .join(" ");
}

/** The stems that are not another form of a word in the other question. */
function strangers(stems: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...stems].filter((stem) => ![...others].some((other) => areForms(stem, other))));
}

function areForms(one: string, other: string): boolean {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= familyLetters && shared >= familyShare * Math.max(one.length, other.length);
}
