/** Runs of letters, digits and inner joiners (`o'clock`, `v1.2`, `sign-in`, `mail.send`), or a run of one East Asian script. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|[\p{L}\p{N}]+(?:['’._-][\p{L}\p{N}]+)*/gu;
const unspacedPattern = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

/** Words that carry the grammar of a question but not its subject. */
const stopWords = new Set(
  `a about above after again all also am an and any anybody anyone anything are aren't around as at back be because been before being below
  between both but by can can't cannot could couldn't did didn't do does doesn't doing don't done down each either else ever every for from
  further get gets getting give go goes going got had hadn't has hasn't have haven't having he her here hers him his how however i i'd i'll
  i'm i've if in into is isn't it it's its itself just know let let's like make makes many may maybe me might mine more most much must my
  myself need needs no nor not now of off ok okay on once one ones only or other our ours out over own please possible put same say see shall
  she should show so some somebody someone something still such take tell than thank thanks that that's the their theirs them then there
  there's these they thing things think this those through to too try under until up upon us use used using very want wants was wasn't way we
  well were weren't what what's when where where's whether which while who who's whom whose why will with within without won't would wouldn't
  yes yet you you'd you'll you're you've your yours yourself`.split(/\s+/),
);

/** The words of a text, lower-cased; text without spaces between words comes as overlapping pairs of characters. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [match] of text.normalize("NFKC").matchAll(wordPattern)) {
    if (unspacedPattern.test(match)) words.push(...pairsOf(match));
    else words.push(match.toLowerCase().replaceAll("’", "'"));
  }
  return words;
}

/** True for words like `the` or `how` that say nothing about the subject. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** Verbs that are also written in one word with their particle: "back up" must meet "backup". */
const particleVerbs = new Set(
  "back set sign log start shut roll check opt top warm follow hand turn pop drop".split(" "),
);
const particles = new Set(["up", "in", "out", "on", "off", "down", "over"]);

/** Stems of the words that carry meaning, in order, repeats kept. */
export function contentStems(text: string): string[] {
  const stems: string[] = [];
  const words = wordsOf(text);
  for (const [index, word] of words.entries()) {
    if (stopWords.has(word) && !particleVerbs.has(word)) continue;
    const next = words[index + 1] ?? "";
    if (particleVerbs.has(word) && particles.has(next)) stems.push(stemOf(`${word}${next}`));
    if (stopWords.has(word)) continue;
    stems.push(stemOf(word));
    // `sign-in` must meet `signin` and `sign in`: joined words count as their parts too.
    if (/[._-]/.test(word)) stems.push(...partStems(word));
  }
  return stems;
}

function partStems(word: string): string[] {
  const parts = word.split(/[._-]/).filter((part) => part.length > 1 && !stopWords.has(part));
  return [...parts.map(stemOf), ...(particles.has(word.split("-")[1] ?? "") ? [stemOf(word.replace("-", ""))] : [])];
}

/**
 * A light English stem: close enough that `cancel`, `cancels`, `cancelled` and `cancellation` meet. Words
 * of other languages mostly pass through unchanged.
 */
export function stemOf(word: string): string {
  const known = knownStems.get(word);
  if (known !== undefined) return known;
  const stem = makeStem(word);
  if (knownStems.size >= maxKnownStems) knownStems.clear();
  if (word.length <= maxKnownChars) knownStems.set(word, stem);
  return stem;
}

/** A language is spoken with few words: most stems that an answer needs were made for the one before. About 2 MB at most. */
const knownStems = new Map<string, string>();
const maxKnownStems = 20_000;
const maxKnownChars = 40;

function makeStem(word: string): string {
  let stem = word.replace(/'s$|'$/, "");
  if (stem.length < 4 || /\d/.test(stem)) return stem;
  stem = withoutPlural(stem);
  for (const [suffix, replacement, least] of suffixes) {
    if (stem.endsWith(suffix) && stem.length - suffix.length >= least) {
      stem = stem.slice(0, -suffix.length) + replacement;
      break;
    }
  }
  stem = stem.replace(/([bdfglmnprt])\1$/, "$1");
  if (stem.length > 4 && stem.endsWith("e")) stem = stem.slice(0, -1);
  return stem.length > 3 && stem.endsWith("y") ? `${stem.slice(0, -1)}i` : stem;
}

const suffixes: [suffix: string, replacement: string, least: number][] = [
  ["izations", "iz", 3],
  ["ization", "iz", 3],
  ["ations", "", 4],
  ["ation", "", 4],
  ["ements", "", 4],
  ["ement", "", 4],
  ["ments", "", 4],
  ["ment", "", 4],
  ["ingly", "", 3],
  ["ings", "", 3],
  ["ing", "", 3],
  ["edly", "", 3],
  ["ied", "y", 2],
  ["ed", "", 3],
  ["ions", "", 4],
  ["ion", "", 4],
  ["ness", "", 4],
  ["ly", "", 4],
  ["ate", "", 4],
];

function withoutPlural(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
