import { isQuestion } from "../core/text/is-question.ts";
import { knownLanguages, type Language, languageOf, stopWordsOf } from "../core/text/language.ts";
import { readySentences } from "../core/text/ready/index.ts";
import { foldWord } from "../core/text/search-words.ts";
import { englishWords } from "./models/local/vocabulary.ts";

/** Characters of a message, and of each passage, that are read. */
const mostRead = 2_000;
/** A message of random letters has at most this share of its letter groups in common with real words. */
const mostShared = 0.5;
/** The same for a single word that is no question: short runs of keys have some common groups by chance. */
const mostSharedAlone = 0.75;
/** A number this long may be an order or a phone number: the team can use it whatever the letters are. */
const leastDigits = 4;
/** Shorter words are also common among random letters. */
const leastKnownChars = 3;
/** Letters in a group. */
const groupChars = 3;
/** Fewest words of an alphabet in the passages; with fewer, its words are not judged. Latin letters have a vocabulary of their own. */
const leastWordsOfAlphabet = 150;
/** Alphabets whose words are judged by their letters. In other scripts nearly every run of characters may be a word. */
const alphabets = [/^\p{Script=Latin}+$/u, /^\p{Script=Cyrillic}+$/u, /^\p{Script=Greek}+$/u];
const [latin] = alphabets;
/** "DHL", "SSO?", "B2B", "mp3". */
const abbreviation = /^(?:\p{Lu}{2,5}|(?=\p{L}{0,3}\p{N})(?=\p{N}{0,3}\p{L})[\p{L}\p{N}]{2,4})[?？؟!.]?$/u;
const letters = /[\p{L}\p{M}]+/gu;

/**
 * True for "asdf qwe zxcv": no word of the message is a word of the visitor's language or of the passages found, and its letters do not
 * follow each other as in real words. A question about something that the library does not cover is never unclear.
 * @param locale of the visitor, for messages too short to recognize their language.
 */
export function isUnclear(message: string, passages: readonly { text: string }[], locale: string): boolean {
  const text = message.slice(0, mostRead);
  const words = [...new Set(wordsIn(text))];
  if (words.length === 0 || isCode(text)) return false;
  const found = passages.flatMap((passage) => wordsIn(passage.text.slice(0, mostRead)));
  if (!words.every((word) => isJudged(word, found))) return false;
  const language = languageOf(text, locale);
  const ofLibrary = new Set(found);
  if (words.some((word) => word.length >= leastKnownChars && isWord(word, language, ofLibrary))) return false;
  const isAlone = words.length === 1 && !isQuestion(text, language);
  if (words.every((word) => word.length === 1) || (isAlone && isRepeated(words[0] ?? ""))) return true;
  const groups = words.flatMap(groupsOf);
  const seen = new Set(found.flatMap(groupsOf));
  const shared = groups.filter((group) => seen.has(group) || usualGroups().has(group)).length;
  return shared <= groups.length * (isAlone ? mostSharedAlone : mostShared);
}

/** True when the assistant has just said that it did not understand, in any language. */
export function saidUnclear(content: string | undefined): boolean {
  return Object.values(readySentences).some(({ unclear: { once, again } }) => content === once || content === again);
}

/** An address, a number or an abbreviation: no word, but the team can use it. */
function isCode(text: string): boolean {
  return text.includes("@") || (text.match(/\p{N}/gu)?.length ?? 0) >= leastDigits || abbreviation.test(text.trim());
}

function wordsIn(text: string): string[] {
  return (text.normalize("NFKC").match(letters) ?? []).map(foldWord);
}

function isJudged(word: string, found: readonly string[]): boolean {
  const alphabet = alphabets.find((each) => each.test(word));
  if (alphabet === latin) return true;
  return alphabet !== undefined && found.filter((each) => alphabet.test(each)).length >= leastWordsOfAlphabet;
}

function isWord(word: string, language: Language, ofLibrary: ReadonlySet<string>): boolean {
  return ofLibrary.has(word) || englishWords().has(word) || stopWordsOf(language).has(word);
}

/** "hahaha", "aaaa": at most three letters, again and again. */
function isRepeated(word: string): boolean {
  return [1, 2, 3].some((unit) => word.length >= unit * 3 && word.slice(unit) === word.slice(0, -unit));
}

/** Three letters in a row, with the start and the end of the word. */
function groupsOf(word: string): string[] {
  const bounded = `^${word}$`;
  return Array.from({ length: Math.max(0, bounded.length - groupChars + 1) }, (_, at) =>
    bounded.slice(at, at + groupChars),
  );
}

let usual: ReadonlySet<string> | undefined;

/** The letter groups of words that come with Parley: English ones, the grammar of every language, and its own sentences. */
function usualGroups(): ReadonlySet<string> {
  usual ??= new Set(
    [
      ...[...englishWords()].filter((word) => word.length > leastKnownChars),
      ...knownLanguages.flatMap((language) => [...stopWordsOf(language)].map(foldWord)),
      ...Object.values(readySentences).flatMap(({ smallTalk, status, handover, confirmation }) =>
        Object.values({ ...smallTalk, ...status, ...handover, ...confirmation }).flatMap(wordsIn),
      ),
    ].flatMap(groupsOf),
  );
  return usual;
}
