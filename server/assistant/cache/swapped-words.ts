import { stemOf } from "../../core/text/stems.ts";
import { wordsOf } from "../../core/text/words.ts";
import { unitCosine } from "../../core/vectors.ts";
import { differingStems, type QuestionFeatures } from "./reuse-refusal.ts";

/** A question with all that is needed to compare it. */
export interface ComparedQuestion {
  question: string;
  features: QuestionFeatures;
  /** Of unit length. */
  vector: Float32Array;
}

/**
 * So much of the distance between two questions may be due to the words that only one of them has: 0 is none of it, 1 is all of it.
 * Chosen on banking77 and one half of the swapped pairs (`lab/eval/data/swapped-nouns.ts`), whose shares are mostly 1; other wordings
 * of a question are mostly below it, see docs/decisions/0115.
 */
const mostOfDistance = 0.1;
/** Two words that begin alike for so many letters and this share of the longer one are forms of one: deliver, delivery. */
const familyLetters = 4;
const familyShare = 0.6;

/**
 * Whether two near questions differ in what they ask about: "dosage of ibuprofen for toddlers", "dosage of paracetamol for infants". The
 * words that only one of them has are taken out of both. If the rests are nearer to each other than the questions, these words tell the
 * questions apart; words that say the same in another way hold them together, so that the rests are further apart.
 * @param embed gives null where no vector is to be had; the questions then count as different.
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

/** The stems that are no other form of a word on the other side. */
function strangers(stems: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...stems].filter((stem) => ![...others].some((other) => areForms(stem, other))));
}

function areForms(one: string, other: string): boolean {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= familyLetters && shared >= familyShare * Math.max(one.length, other.length);
}
