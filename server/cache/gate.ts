import { opposes, polesOf } from "../text/opposites.ts";
import { isStopWord, stemOf, wordsOf } from "../text/words.ts";

/** What is compared of two questions that look alike to the embedding. Made once per cached question. */
export interface QuestionFeatures {
  /** Stems that carry meaning. */
  stems: Set<string>;
  negated: boolean;
  /** Opposites named, e.g. `enable` and not `disable`. */
  poles: Map<number, number>;
  numbers: string[];
  /** Quoted, capitalised inside a sentence, or written as a product name or code. */
  names: Set<string>;
  kind: QuestionKind;
}

export type QuestionKind = "reason" | "time" | "place" | "amount" | "person" | "choice" | "method" | "what" | "other";

export type GateReason = "negation" | "opposite" | "number" | "name" | "question_type" | "word";

const negation =
  /\b(?:not|no|never|none|nothing|neither|nor|without|cannot|can't|cant|don't|dont|doesn't|doesnt|didn't|didnt|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|won't|wont|wouldn't|wouldnt|shouldn't|couldn't|couldnt|haven't|havent|hasn't|hasnt|hadn't|unable|fail(?:s|ed|ing)?|instead of|except|non)\b/i;
/** "I can't find my PIN" asks where it is; "I don't know how" asks how. */
const notNegating =
  /\b(?:(?:don't|dont|do not|didn't|not sure|no idea|not certain|doesn't say) (?:know |understand |see |get |remember )?(?:how|why|what|where|when|if|which|whether)|(?:can't|cant|cannot|can not|couldn't|could not|unable to) (?:seem to )?(?:find|locate|see|figure out|remember|work out)|why (?:not|don't (?:you|we))|(?:is|are)n't (?:there|it)|no longer|oh no|no matter|if not|or not)\b/gi;
const numberPattern =
  /\b\d+(?:[.,:/-]\d+)*\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|yesterday|tonight)\b/gi;
const numberWords: Record<string, string> = {
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  first: "1",
  second: "2",
  third: "3",
  half: "0.5",
  twice: "2",
  once: "1",
};

/** Words that come and go without changing what is asked. */
const fillers = new Set(
  "new please help just current currently actual actually really still yet already again ever exact exactly way possible option app account card information info detail question wonder know explain understand need hello hi hey recently recent right today soon quick quickly easy easily number"
    .split(" ")
    .map(stemOf),
);

/** What the gate needs to know of a question. */
export function featuresOf(question: string): QuestionFeatures {
  const text = question.normalize("NFKC").replace(/[’`´]/g, "'").trim();
  const content = wordsOf(text).filter((word) => !isStopWord(word));
  return {
    stems: new Set(content.map(stemOf)),
    negated: negation.test(text.replace(notNegating, " ")),
    poles: polesOf(text),
    numbers: numbersIn(text),
    names: namesIn(text),
    kind: kindOf(text),
  };
}

/** Why two questions that are near to each other do not mean the same, or null when nothing speaks against it. */
export function gateRefusal(asked: QuestionFeatures, cached: QuestionFeatures): GateReason | null {
  if (asked.negated !== cached.negated) return "negation";
  if (asked.numbers.length !== cached.numbers.length) return "number";
  if (asked.numbers.some((number, index) => number !== cached.numbers[index])) return "number";
  if (opposes(asked.poles, cached.poles)) return "opposite";
  if (!sameNames(asked, cached)) return "name";
  if (!sameKind(asked.kind, cached.kind)) return "question_type";
  return swapsOneWord(asked, cached) ? "word" : null;
}

/** True unless both name things and none in common: paraphrases of one question keep at least one of its words. */
export function sharesWords(one: QuestionFeatures, other: QuestionFeatures): boolean {
  if (one.stems.size === 0 || other.stems.size === 0) return true;
  for (const stem of one.stems) if (other.stems.has(stem)) return true;
  return false;
}

/** True when most of what is named is the same: two questions that are easily taken for each other. */
export function isLookAlike(one: QuestionFeatures, other: QuestionFeatures): boolean {
  let shared = 0;
  for (const stem of one.stems) if (other.stems.has(stem)) shared += 1;
  return shared > 0 && shared * 2 >= Math.max(one.stems.size, other.stems.size);
}

/**
 * "Calories of a sandwich", "price of a sandwich": questions that share all their words but one are near for the words they
 * share, and the one they do not share is what was asked. Paraphrases differ in more than one place and pass.
 */
function swapsOneWord(one: QuestionFeatures, other: QuestionFeatures): boolean {
  const left = [...one.stems].filter((stem) => !other.stems.has(stem) && !fillers.has(stem));
  const right = [...other.stems].filter((stem) => !one.stems.has(stem) && !fillers.has(stem));
  return left.length === 1 && right.length === 1 && one.stems.size >= 2;
}

function numbersIn(text: string): string[] {
  const found = [...text.toLowerCase().matchAll(numberPattern)].map(([match]) => match.replace(/[.,](?=\d{3}\b)/g, ""));
  for (const word of wordsOf(text))
    if (numberWords[word] && word !== "one" && word !== "once") found.push(numberWords[word]);
  return found.sort();
}

/** Names are compared in lower case: the same name may be typed without its capital on the other side. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, quoted] of text.matchAll(/["“”«»']([^"“”«»']{2,60})["“”«»'](?!\w)/g))
    if (quoted) names.add(quoted.toLowerCase());
  for (const [match] of text.matchAll(/(?<=[\p{L}\p{N},;:)]\s+)\p{Lu}[\p{L}\p{N}]+/gu))
    if (!isStopWord(match.toLowerCase()) && !shouting(text)) names.add(match.toLowerCase());
  for (const [match] of text.matchAll(
    /\b(?:\p{L}*\p{Ll}\p{Lu}\p{L}*|[\p{L}]+\d[\p{L}\d]*|\d+[\p{L}]{2,}[\p{L}\d]*|[\p{L}\d]+[._/][\p{L}\d._/-]*[\p{L}\d])(?!\w)/gu,
  ))
    names.add(match.toLowerCase());
  return names;
}

function shouting(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, "");
  return letters.length > 8 && letters.replace(/[^\p{Lu}]/gu, "").length > letters.length * 0.6;
}

function sameNames(one: QuestionFeatures, other: QuestionFeatures): boolean {
  return [...one.names].every((name) => mentions(other, name)) && [...other.names].every((name) => mentions(one, name));
}

function mentions(features: QuestionFeatures, name: string): boolean {
  if (features.names.has(name)) return true;
  return wordsOf(name).every((word) => isStopWord(word) || features.stems.has(stemOf(word)));
}

function kindOf(text: string): QuestionKind {
  const lower = text.toLowerCase();
  if (
    /\b(?:why|how come|what(?:'s| is) the (?:reason|point|need)|for what reason|what caused|the reason)\b/.test(lower)
  )
    return "reason";
  if (
    /\b(?:how long|how soon|how quickly|how fast|what time|when (?:will|can|do|does|is|are|should|did|would|was)|by when|until when)\b|^when\b/.test(
      lower,
    )
  )
    return "time";
  if (
    /\b(?:how (?:much|many|often|high|big|large|far|old)|what(?:'s| is| are) the (?:\w+ )?(?:price|cost|fee|limit|rate|number|amount)s?)\b/.test(
      lower,
    )
  )
    return "amount";
  if (/\bwhere\b/.test(lower)) return "place";
  if (/\b(?:who|whom|whose)\b(?! (?:i|we) (?:am|are))/.test(lower)) return "person";
  if (
    /\b(?:how (?:do|can|could|would|should|to|does|did|might|shall|about)|way to|steps|what (?:do|should|can|must) (?:i|we|you) do|tell me how|show me how|explain how|help me)\b|^how\b/.test(
      lower,
    )
  )
    return "method";
  if (/^(?:which)\b|\bwhich\b/.test(lower)) return "choice";
  if (/\bwhat\b/.test(lower)) return "what";
  return "other";
}

/** Kinds that ask for the same thing often enough: "can I ..." wants to know how, "which" and "what" are one. */
function sameKind(one: QuestionKind, other: QuestionKind): boolean {
  if (one === other) return true;
  const pair = [one, other].sort().join(" ");
  return looseKinds.has(pair);
}

const looseKinds = new Set([
  "method other",
  "other reason",
  "choice what",
  "amount what",
  "other time",
  "other place",
  "amount other",
  "other what",
  "method place",
  "choice method",
  "choice place",
  "choice other",
  "method what",
  "person what",
  "other person",
  "choice person",
  "amount time",
  "amount choice",
  "place what",
]);
