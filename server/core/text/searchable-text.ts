/** Runs of scripts that are written without spaces between words. */
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;
/** Korean words carry their particles at the end, so that one word has a dozen forms: its pairs of syllables stand beside it. */
const koreanWord = /\p{Script=Hangul}{3,}/gu;
/** Marks inside a word that PostgreSQL's parser would take for a path, host or address: their parts are words too. */
const innerMark = /(?<=[\p{L}\p{N}_])[/\\.:@=&#](?=\p{L})|(?<=\p{L})[/\\.:@=&#](?=[\p{L}\p{N}_])/gu;
/** `maxRetries` is also `max` and `Retries`. */
const camelCase = /(?<![\p{L}\p{N}_])\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+(?![\p{L}\p{N}_])/gu;
/** Codes of letters and digits, "E-204" or "e204". PostgreSQL's parser would take the first for a letter and the number -204. */
const code = /(?<![\p{L}\p{N}_])(\p{L}{1,4})[-–]?(\p{N}{2,8})(?![\p{L}\p{N}_])/gu;

/**
 * A text, of a chunk or a question, in the form that is broken into words: unspaced scripts as overlapping
 * pairs of characters, Korean words with theirs beside them, paths and dotted names as their parts, compound names and codes with their parts
 * beside them.
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

/** Overlapping pairs of characters; a single one as it is. */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
