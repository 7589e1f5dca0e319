import listed from "./stop-words.json" with { type: "json" };

/** A language with a stop word list (docs/decisions/0015), or `other`, whose words are compared without stemming. */
export type Language = keyof typeof listed | "other";

/** All languages except `other`. */
export const knownLanguages = Object.keys(listed) as Exclude<Language, "other">[]; // the keys of that file
const stopWords = new Map<Language, ReadonlySet<string>>(
  knownLanguages.map((code) => [code, new Set(listed[code].split(" "))]),
);
const none: ReadonlySet<string> = new Set();
/** The languages of each stop word. */
const languagesOf = new Map<string, Language[]>();
for (const [code, words] of stopWords) {
  for (const word of words) languagesOf.set(word, [...(languagesOf.get(word) ?? []), code]);
}

/** Other codes for the same rules. */
const aliases: Record<string, Language> = { nb: "no", nn: "no", in: "id" };
/** Scripts used by only one language of the table; for Cyrillic, the letters that only Serbian has come first. */
const scripts: [script: RegExp, language: Language][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Arabic}/gu, "ar"],
  [/[ђјљњћџ]/giu, "sr"],
  [/\p{Script=Cyrillic}/gu, "ru"],
];
const latinLetters = /\p{Script=Latin}/gu;
const beyondLatin = /[^\p{Script=Latin}\P{L}]/u;
/** One Chinese or Japanese character counts as several letters: names in Latin letters are common in such texts. */
const lettersPerCharacter = 3;
/** Characters of a text that are checked. */
const maxChars = 1_500;
/** Minimum share of stop words of the other language, as in `app.guess_text_config` (migration 0005). */
const leastShare = 0.25;
/** Minimum ratio to the stop words of the expected language. */
const leastLead = 1.6;
/** Minimum number of such words; fewer may be a coincidence. */
const leastWords = 2;

/** The language of a locale such as `de-AT`. */
function languageOfLocale(locale: string): Language {
  const code = locale.toLowerCase().split(/[-_]/)[0] ?? "";
  return isKnown(code) ? code : (aliases[code] ?? "other");
}

/**
 * The language of a text, by its script, or by its stop words when another language has clearly more of them than the expected one. Short
 * texts mostly keep the expected language.
 * @param expected language or locale of the writer, as far as known.
 */
export function languageOf(text: string, expected = "en"): Language {
  const sample = text.slice(0, maxChars);
  const given = languageOfLocale(expected);
  const byScript = beyondLatin.test(sample) ? languageOfScript(sample, given) : null;
  return byScript ?? languageOfWords(sample, given);
}

function languageOfScript(sample: string, given: Language): Language | null {
  const counts = scripts.map(([script, language]) => ({ language, count: sample.match(script)?.length ?? 0 }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const latin = sample.match(latinLetters)?.length ?? 0;
  if (total * lettersPerCharacter < latin) return null;
  const has = (language: Language) => counts.some((each) => each.language === language && each.count > 0);
  // Japanese also uses Chinese characters, and languages without rules here also use Cyrillic.
  if (has("ja")) return "ja";
  if (has("zh") && given === "ja") return "ja";
  if (has("sr") || (has("ru") && given === "sr")) return "sr";
  // A script of no language here, such as Hebrew, gives `other`.
  if (total === 0) return "other";
  return counts.toSorted((one, other) => other.count - one.count)[0]?.language ?? null;
}

function languageOfWords(sample: string, given: Language): Language {
  const words = sample.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const counts = new Map<Language, number>();
  for (const word of words) {
    for (const language of languagesOf.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const expected = counts.get(given) ?? 0;
  let best = { language: given, count: expected };
  for (const language of knownLanguages) {
    const count = counts.get(language) ?? 0;
    if (count > best.count) best = { language, count };
  }
  const isClear =
    best.count >= leastWords && best.count >= words.length * leastShare && best.count > leastLead * expected;
  return isClear ? best.language : given;
}

/** Words of grammar without a subject of their own. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  return stopWords.get(language) ?? none;
}

function isKnown(code: string): code is Exclude<Language, "other"> {
  return Object.hasOwn(listed, code);
}
