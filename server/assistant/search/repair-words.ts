import { languageOf } from "../../core/text/language.ts";
import { searchTokens } from "../../core/text/search-words.ts";
import { isStopWord } from "../../core/text/words.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { isEnglishWord } from "../models/local/vocabulary.ts";
import { countKnownWords, type KnownWord } from "../store/known-words.ts";
import type { DocumentFilter } from "../store/search-scope.ts";

/** A shorter word is one edit away from too many other words. */
const leastChars = 4;
/** From this length on, one letter may also be replaced: "slack" is not a misspelt "stack". */
const leastForExchange = 6;
/** Fewest letters in each part of a compound. */
const leastPartChars = 4;
/** A longer word is not a typing mistake. */
const mostChars = 24;
/** Most words repaired in one question. */
const mostRepaired = 4;
/** Most spellings looked up for one question: 11,000, for long words with accents, blocked an embedded database for half a second. */
const mostCandidates = 2_000;
/** Letters between the parts of German and Dutch compounds: "Rückgabefrist" has none, "Lieferungsdatum" has one. */
const joints = ["", "s", "n", "en", "es"];
/** Endings and letter groups that differ between British and American English. */
const spellings = [
  ["our", "or"],
  ["is", "iz"],
  ["ys", "yz"],
  ["tre", "ter"],
  ["ogue", "og"],
  ["ence", "ense"],
  ["ll", "l"],
] as const;
const plainWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
const alphabets = [
  [/\p{Script=Cyrillic}/u, "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ"],
  [/\p{Script=Greek}/u, "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώς"],
  [/[^a-z]/, "abcdefghijklmnopqrstuvwxyzäöüßàâáãåæçéèêëíîïñóôõøœúûùışğ"],
  [/./, "abcdefghijklmnopqrstuvwxyz"],
] as const;

/**
 * Replaces words of the question that no passage contains: by a word one typing mistake away ("retrun"), by its parts ("Rückgabekosten"
 * when the documents say "Kosten der Rückgabe"), or joined with the next word ("Rückgabe Kosten" when they say "Rückgabekosten"). Common
 * English words count as correct even when no document contains them, but "color" finds "colour". Unchanged when nothing matches.
 */
export async function repairWords(tx: TenantTransaction, question: string, documents: DocumentFilter): Promise<string> {
  const language = languageOf(question);
  const words = searchTokens(question)
    .map(({ token }) => token.toLowerCase())
    .filter((word) => plainWord.test(word) && word.length <= mostChars && !isStopWord(word, language));
  const known = new Set((await countKnownWords(tx, [...new Set(words)], documents)).map(({ word }) => word));
  const absent = words.filter((word) => !known.has(word));
  if (absent.length === 0) return question;
  const unknown = [...new Set(absent)].filter((word) => word.length >= leastChars).slice(0, mostRepaired);
  const candidates = candidatesOf(unknown);
  const compounds = unknown.filter((word) => !isEnglishWord(word));
  const pairs = words.slice(1).flatMap((word, index) => {
    const before = words[index] ?? "";
    return known.has(word) && known.has(before) ? [] : [{ before, word, joined: before + word }];
  });
  const forms = [...candidates.values()].flat().map(({ word }) => word);
  const asked = [...new Set([...forms, ...compounds.flatMap(splitsOf).flat(), ...pairs.map(({ joined }) => joined)])];
  const found = new Map((await countKnownWords(tx, asked, documents)).map((each) => [each.word, each]));
  const repaired = new Map(
    unknown.flatMap((word) => {
      const better =
        nearest(candidates.get(word) ?? [], found) ?? (compounds.includes(word) ? split(word, found) : undefined);
      return better ? [[word, better] as const] : [];
    }),
  );
  const joined = pairs.filter((pair) => found.has(pair.joined));
  // Parts that only occur joined are not searched separately.
  for (const { before, word } of joined)
    for (const part of [before, word]) if (!known.has(part)) repaired.set(part, "");
  return [replaceWords(question, repaired), ...joined.map((pair) => pair.joined)].join(" ");
}

interface Candidate {
  word: string;
  /** Likelihood of the mistake: swapped letters, one too many or too few, a replaced letter. */
  rank: number;
}

/** Candidates of each word, as long as all candidates of the word fit within the limit. */
function candidatesOf(words: readonly string[]): Map<string, Candidate[]> {
  const candidates = new Map<string, Candidate[]>();
  let room = mostCandidates;
  for (const word of words) {
    const found = isEnglishWord(word) ? otherSpellings(word) : candidatesFor(word);
    if (found.length > room) continue;
    room -= found.length;
    candidates.set(word, found);
  }
  return candidates;
}

/** "colour" for "color" and vice versa, when both are words. */
function otherSpellings(word: string): Candidate[] {
  const words = spellings.flatMap(([british, american]) => [
    word.replace(british, american),
    // Replaces the "or" of "color", but not that of "colour".
    word.includes(british) ? word : word.replace(american, british),
  ]);
  return words.filter((other) => other !== word && isEnglishWord(other)).map((other) => ({ word: other, rank: 0 }));
}

/** All words at one mistake's distance (Damerau-Levenshtein distance 1). The first letter is usually right. */
function candidatesFor(word: string): Candidate[] {
  const letters = alphabets.find(([has]) => has.test(word))?.[1] ?? "";
  const found: Candidate[] = [];
  for (let at = 1; at <= word.length; at += 1) {
    const [before, rest] = [word.slice(0, at), word.slice(at)];
    if (rest.length > 1) found.push({ word: `${before}${rest[1]}${rest[0]}${rest.slice(2)}`, rank: 0 });
    if (rest.length > 0 && word.length > leastChars) found.push({ word: before + rest.slice(1), rank: 1 });
    for (const letter of letters) {
      found.push({ word: before + letter + rest, rank: 1 });
      if (rest.length > 0 && word.length >= leastForExchange)
        found.push({ word: before + letter + rest.slice(1), rank: 2 });
    }
  }
  return found.filter((candidate) => candidate.word !== word);
}

function nearest(candidates: Candidate[], found: ReadonlyMap<string, KnownWord>): string | undefined {
  const passagesWith = (word: string) => found.get(word)?.passages ?? 0;
  // The stem of another word is a worse candidate than a word.
  const order = ({ word, rank }: Candidate) => (found.get(word)?.is_exact || isEnglishWord(word) ? rank : rank + 3);
  const [best] = candidates
    .filter(({ word }) => found.has(word))
    .sort((one, other) => order(one) - order(other) || passagesWith(other.word) - passagesWith(one.word));
  return best?.word;
}

function splitsOf(word: string): [string, string][] {
  const splits: [string, string][] = [];
  for (let at = leastPartChars; at <= word.length - leastPartChars; at += 1)
    for (const joint of joints) {
      const [first, second] = [word.slice(0, at), word.slice(at)];
      if (first.endsWith(joint) && first.length - joint.length >= leastPartChars)
        splits.push([joint === "" ? first : first.slice(0, -joint.length), second]);
    }
  return splits;
}

/** Both parts of a compound, when passages contain both. */
function split(word: string, found: ReadonlyMap<string, KnownWord>): string | undefined {
  return splitsOf(word)
    .find((parts) => parts.every((part) => found.has(part)))
    ?.join(" ");
}

function replaceWords(question: string, repaired: ReadonlyMap<string, string>): string {
  let text = "";
  let at = 0;
  for (const { token, start } of searchTokens(question)) {
    const better = repaired.get(token.toLowerCase());
    if (better === undefined) continue;
    text += question.slice(at, start) + better;
    at = start + token.length;
  }
  return text + question.slice(at);
}
