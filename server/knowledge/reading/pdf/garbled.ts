import type { PageText, TextRun } from "./text-runs.ts";

/** Detects words with letters of several alphabets, which fonts with a wrong mapping produce. */
const alphabets = [
  ...["Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic", "Syriac", "Thaana", "Nko", "Devanagari", "Bengali"],
  ...["Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Tibetan"],
  ...["Myanmar", "Georgian", "Ethiopic", "Khmer"],
].map((name) => new RegExp(`\\p{Script=${name}}`, "u"));

const unnamed = /[\ue000-\uf8ff\ufffd]/g;
const plain = /^[\p{Script=Latin}\p{N}\p{P}\p{S}]*$/u;
const minWords = 10;
const maxShare = 0.25;

/**
 * Common pairs of letters. Each group is a first letter and the letters that often follow it. Counted over the names of countries,
 * languages, currencies, units and days in the 43 Latin, 9 Cyrillic and one Greek languages that the Unicode project translates best, and
 * over English prose. They cover 81 to 95 % of the pairs in each of these languages, but only 16 to 47 % of the pairs in text from a font
 * with shifted or swapped letters. Accents are removed before.
 */
const scripts = [
  {
    word: /(?<![\p{L}\p{N}])[a-zßæøđłıəŋ]{3,}(?![\p{L}\p{N}])/gu,
    pairs: pairsOf(
      "aabcdfghijklmnoprstuvyz baeiloru caehio daeiou eacdegiklmnoprstz fair gaeioru haeiotu iabcdegjklmnoprstvyz jaeiu kaeioru laegilostu mabeio nacdeginostu oaglmnorstuv paeioru qu rabcdegiklmostu sacehikloptuvw taehiorsu uabdegilmnrstz vaei wae yae zaei",
    ),
  },
  {
    word: /(?<![\p{L}\p{N}])\p{Script=Cyrillic}{3,}(?![\p{L}\p{N}])/gu,
    pairs: pairsOf(
      "абвгдзиклмнопрстуфхяј баеилоруі ваеирі гавеиору даежиосу егдзиклмнпрстцшяј жаи заеи ибвдезиклнпрстяј каеиорсі лабдеиосуьяі мабеио нагдеиостуыяі овгклмнрст паеиору рабвдеиклмостуы саеиклоптуь тавеиноруі уабгдзкмнрст фаир хао цеи чае шве ын ькс ян івклнрся ја",
    ),
  },
  {
    word: /(?<![\p{L}\p{N}])\p{Script=Greek}{3,}(?![\p{L}\p{N}])/gu,
    pairs: pairsOf(
      "αβγδζικλμνπρςστυ βαειορ γαεικο δαιο εαικλμνρςστ ζαι ημνσ ιαεκλνορστ καεηιορυ λαειλο μαειοπ ναδεηιοτ οβγλμνρςτυ παειορτ ραειμοτω σαειλοτ ταεζηιορ υαγηινρ χι ωνρ",
    ),
  },
];
/** Fewest pairs that prove something, and least share of common pairs. */
const minPairs = 60;
const minPairShare = 0.55;
const minScriptShare = 0.5;
/** Largest share of accents. Vietnamese has the most, on every third letter; text in a wrong encoding has them on almost every letter. */
const maxAccentShare = 0.55;
/** Formulas and listings have symbols on less than half of their positions, and only a few different symbols. */
const minSigns = 100;
const maxSignShare = 0.6;
const minDifferentSigns = 10;

/**
 * True for text that people can read on the page, but whose file does not map to the right letters. Never true for real text in any
 * language.
 */
export function isGarbled(texts: string[]): boolean {
  const words = texts.flatMap((text) => text.split(/\s+/)).filter((word) => word.length >= 3);
  const text = words.join(" ");
  if (hasStrangePairs(text) || isAccented(text) || isMadeOfSigns(text)) return true;
  if (words.length < minWords) return false;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const lost = words.reduce((sum, word) => sum + (word.match(unnamed)?.length ?? 0), 0);
  if (lost > letters * maxShare) return true;
  return words.filter(isMixed).length > words.length * maxShare;
}

/** Fonts whose text is garbled in the whole file; a page may also use other fonts. */
export function garbledFonts(pages: PageText[]): Set<string> {
  const texts = new Map<string, string[]>();
  for (const run of pages.flatMap(({ runs }) => runs)) {
    const known = texts.get(run.font);
    if (known) known.push(run.text);
    else texts.set(run.font, [run.text]);
  }
  return new Set([...texts].filter(([, of]) => isGarbled(of)).map(([font]) => font));
}

/** True when OCR of the page finds most of these words; the words are then real. */
export function isConfirmed(runs: TextRun[], seen: string): boolean {
  const words = runs.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  const known = new Set(seen.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  return words.length > 0 && words.filter((word) => known.has(word)).length >= words.length / 2;
}

/** Counts each word once, and only words in the main script of the text; other words are names and commands. */
function hasStrangePairs(text: string): boolean {
  const folded = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const letters = folded.match(/\p{L}/gu)?.length ?? 0;
  return scripts.some(({ word, pairs }) => {
    const words = folded.match(word) ?? [];
    if (words.join("").length < letters * minScriptShare) return false;
    const found = [...new Set(words)].flatMap((each) => [...each].slice(1).map((letter, at) => each[at] + letter));
    return found.length >= minPairs && found.filter((pair) => pairs.has(pair)).length < found.length * minPairShare;
  });
}

function isAccented(text: string): boolean {
  const letters = text.normalize("NFC").match(/\p{Script=Latin}/gu) ?? [];
  return (
    letters.length >= minPairs && letters.filter((letter) => letter > "\u007f").length > letters.length * maxAccentShare
  );
}

function isMadeOfSigns(text: string): boolean {
  const visible = text.replace(/\s/g, "").replace(/(.)\1{2,}/gu, "$1");
  const signs = visible.match(/[\p{P}\p{S}]/gu) ?? [];
  return (
    visible.length >= minSigns &&
    signs.length > visible.length * maxSignShare &&
    new Set(signs).size >= minDifferentSigns
  );
}

function isMixed(word: string): boolean {
  return !plain.test(word) && alphabets.filter((alphabet) => alphabet.test(word)).length >= 2;
}

function pairsOf(groups: string): Set<string> {
  return new Set(groups.split(" ").flatMap(([first = "", ...next]) => next.map((letter) => first + letter)));
}
