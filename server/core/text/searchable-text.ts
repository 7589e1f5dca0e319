/** Runs of scripts without spaces between words. */
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;
/** Korean particles follow the word without a space, so that one word has a dozen forms: the word's pairs of syllables are added. */
const koreanWord = /\p{Script=Hangul}{3,}/gu;
/** Marks inside a word that PostgreSQL's parser would read as part of a path, host or address: the parts are indexed as words too. */
const innerMark = /(?<=[\p{L}\p{N}_])[/\\.:@=&#](?=\p{L})|(?<=\p{L})[/\\.:@=&#](?=[\p{L}\p{N}_])/gu;
/** `maxRetries` is also `max` and `Retries`. */
const camelCase = /(?<![\p{L}\p{N}_])\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+(?![\p{L}\p{N}_])/gu;
/** Codes of letters and digits, "E-204" or "e204". PostgreSQL's parser would read the first as a letter and the number -204. */
const code = /(?<![\p{L}\p{N}_])(\p{L}{1,4})[-–]?(\p{N}{2,8})(?![\p{L}\p{N}_])/gu;

/**
 * Prepares the text of a chunk or question for splitting into words: scripts without spaces become overlapping pairs of characters, Korean
 * words get their pairs added, paths and dotted names are split, and compound names and codes get their parts added.
 */
export function searchableText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(unspacedRun, (run) => ` ${pairsOf(run).join(" ")} `)
    .replace(koreanWord, (word) => `${word} ${pairsOf(word).join(" ")}`)
    .replace(code, "$1$2 $1 $2")
    .replace(innerMark, " ")
    .replace(camelCase, (name) => `${name} ${name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")}`);
}

/** Overlapping pairs of characters; a single character stays as it is. */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
