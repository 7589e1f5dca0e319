import { knownLanguages, type Language, languageOf } from "./language.ts";
import { pairsOf } from "./searchable-text.ts";
import { stemOf } from "./stems.ts";
import { isStopWord } from "./words.ts";

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}`;
const letter = String.raw`(?![${unspaced}])[\p{L}\p{N}\p{M}]`;
/** A run of scripts without spaces, or a word with its inner joiners: `sign-in`, `jane.doe@example.com`. */
const tokenPattern = new RegExp(`[${unspaced}]+|(?:${letter})+(?:['’._@+-](?:${letter})+)*`, "gu");
const unspacedPattern = new RegExp(`^[${unspaced}]`, "u");
const joiner = /['’._@+-]+/;
const hangul = /^\p{Script=Hangul}{3,}$/u;
/** Longer ones are keys, hashes and addresses; their beginning finds them as well. */
const maxWordChars = 64;

/** A word as it is looked for: in lower case, and Latin letters without their marks, which nobody types on a foreign keyboard. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase().replaceAll("’", "'").slice(0, maxWordChars);
  return /[^\p{ASCII}]/u.test(lower) && /\p{Script=Latin}/u.test(lower)
    ? lower.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").normalize("NFC")
    : lower;
}

/** The tokens of a text as they stand there, with their place. */
export function searchTokens(text: string): { token: string; start: number }[] {
  return [...text.matchAll(tokenPattern)].map(({ 0: token, index }) => ({ token, start: index }));
}

export function isUnspacedRun(token: string): boolean {
  return unspacedPattern.test(token);
}

/**
 * The words that a text is found by: each word as it stands and as its stem, joined ones with their parts, scripts without spaces as pairs
 * of characters. Without the words of the grammar, unless `keepsGrammar`: a name may look like one.
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

/** One word of a search. All that is stored in one of these forms has it. */
export interface SearchTerm {
  /** Forms that mean the same word: as typed, and its stem in every language. */
  forms: string[];
  /** Words that begin so are near enough: an inflected form whose language nobody told, or the word that is still being typed. */
  beginning: string | null;
  /** How many letters may follow the beginning. */
  more: number;
  /** A word of the grammar: it counts only where nothing else was asked for. */
  isGrammar: boolean;
}

/** A word that may go on has any end; two letters more than what was typed are an ending. */
const endingChars = 2;
const leastLooseChars = 5;
const leastTypedChars = 2;

/**
 * The terms of what was typed, in order and without repeats.
 * @param isOpen the last word may go on.
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

/** Whether a word of a text is one that was asked for. */
export function matchesTerm(token: string, { forms, beginning, more }: SearchTerm, language: Language): boolean {
  const word = foldWord(token);
  if (forms.includes(word) || forms.includes(foldWord(stemOf(token.toLowerCase(), language)))) return true;
  return beginning !== null && word.startsWith(beginning) && word.length - beginning.length <= more;
}

/** A joined word, and its parts; of an address also what stands behind its `@`. */
export function partsOf(token: string): string[] {
  if (!joiner.test(token)) return [token];
  const host = /@([\s\S]+)$/.exec(token)?.[1];
  return [token, ...(host ? [host] : []), ...token.split(joiner).filter((part) => part !== "")];
}
