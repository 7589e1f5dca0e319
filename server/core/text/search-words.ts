import { knownLanguages, type Language, languageOf } from "./language.ts";
import { pairsOf } from "./searchable-text.ts";
import { stemOf } from "./stems.ts";
import { isStopWord } from "./words.ts";

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}`;
const letter = String.raw`(?![${unspaced}])[\p{L}\p{N}\p{M}]`;
/** A run of a script without spaces, or a word with its inner joiners: `sign-in`, `jane.doe@example.com`. */
const tokenPattern = new RegExp(`[${unspaced}]+|(?:${letter})+(?:['’._@+-](?:${letter})+)*`, "gu");
const unspacedPattern = new RegExp(`^[${unspaced}]`, "u");
const joiner = /['’._@+-]+/;
const hangul = /^\p{Script=Hangul}{3,}$/u;
/** Longer words are keys, hashes and addresses; their beginning is enough to find them. */
const maxWordChars = 64;

/** A word in search form: lower case, and Latin letters without diacritics, which people do not type on a foreign keyboard. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase().replaceAll("’", "'").slice(0, maxWordChars);
  return /[^\p{ASCII}]/u.test(lower) && /\p{Script=Latin}/u.test(lower)
    ? lower.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").normalize("NFC")
    : lower;
}

/** The tokens of a text, unchanged, with their position. */
export function searchTokens(text: string): { token: string; start: number }[] {
  return [...text.matchAll(tokenPattern)].map(({ 0: token, index }) => ({ token, start: index }));
}

export function isUnspacedRun(token: string): boolean {
  return unspacedPattern.test(token);
}

/**
 * The search words of a text: each word and its stem, the parts of joined words, and pairs of characters in scripts without spaces. Without
 * stop words, unless `keepsGrammar`: a name may look like one.
 */
export function searchWords(text: string, { keepsGrammar = false }: { keepsGrammar?: boolean } = {}): Set<string> {
  const language = languageOf(text);
  const words = new Set<string>();
  for (const { token } of searchTokens(text.normalize("NFKC"))) {
    if (isUnspacedRun(token)) for (const pair of pairsOf(token)) words.add(pair);
    else
      for (const part of partsOf(token)) {
        const lower = part.toLowerCase();
        if (!keepsGrammar && isStopWord(lower, language)) continue;
        words.add(foldWord(part));
        words.add(foldWord(stemOf(lower, language)));
        if (hangul.test(part)) for (const pair of pairsOf(part)) words.add(pair);
      }
  }
  return words;
}

/** One search term. It matches everything stored in one of these forms. */
export interface SearchTerm {
  /** Forms of the same word: as typed, and its stem in every language. */
  forms: string[];
  /** Prefix that also matches: for an inflected form in an unknown language, or a word that is still being typed. */
  beginning: string | null;
  /** Maximum number of letters after the prefix. */
  more: number;
  /** A stop word: it counts only if there is no other term. */
  isGrammar: boolean;
}

/** A word that is still being typed may have any ending; two more letters than typed count as an inflection. */
const endingChars = 2;
const leastLooseChars = 5;
const leastTypedChars = 2;

/**
 * The search terms of the typed text, in order and without duplicates.
 * @param isOpen the last word is still being typed.
 */
export function searchTerms(text: string, isOpen: boolean): SearchTerm[] {
  const normal = text.normalize("NFKC");
  const language = languageOf(normal);
  const tokens = searchTokens(normal);
  const terms = new Map<string, SearchTerm>();
  for (const [index, { token, start }] of tokens.entries()) {
    const isLast = isOpen && index === tokens.length - 1 && start + token.length === normal.length;
    for (const term of termsOfToken(token, { language, isLast })) terms.set(term.forms[0] ?? "", term);
  }
  return [...terms.values()];
}

function termsOfToken(token: string, { language, isLast }: { language: Language; isLast: boolean }): SearchTerm[] {
  if (isUnspacedRun(token)) {
    const isOne = [...token].length === 1;
    return pairsOf(token).map((pair) => ({ forms: [pair], beginning: isOne ? pair : null, more: 1, isGrammar: false }));
  }
  const word = foldWord(token);
  const lower = token.toLowerCase();
  const stems = joiner.test(token) ? [] : knownLanguages.map((each) => foldWord(stemOf(lower, each)));
  const isTyped = isLast && word.length >= leastTypedChars;
  const isLoose = word.length >= leastLooseChars && !/\d/.test(word);
  return [
    {
      forms: [...new Set([word, ...stems.filter((stem) => stem.length > 1)])],
      beginning: isTyped || isLoose ? word : null,
      more: isTyped ? maxWordChars : endingChars,
      isGrammar: !isTyped && isStopWord(lower, language),
    },
  ];
}

/** Whether a word of a text matches the term. */
export function matchesTerm(token: string, { forms, beginning, more }: SearchTerm, language: Language): boolean {
  const word = foldWord(token);
  if (forms.includes(word) || forms.includes(foldWord(stemOf(token.toLowerCase(), language)))) return true;
  return beginning !== null && word.startsWith(beginning) && word.length - beginning.length <= more;
}

/** A joined word and its parts; of an e-mail address also the part after the `@`. */
export function partsOf(token: string): string[] {
  if (!joiner.test(token)) return [token];
  const host = /@([\s\S]+)$/.exec(token)?.[1];
  return [token, ...(host ? [host] : []), ...token.split(joiner).filter((part) => part !== "")];
}
