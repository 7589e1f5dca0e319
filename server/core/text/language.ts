import listed from "./stop-words.json" with { type: "json" };

/** A language whose stop words are known (docs/decisions/0015), or `other`: its words are compared as they stand. */
export type Language = keyof typeof listed | "other";

/** All of them but `other`. */
export const knownLanguages = Object.keys(listed) as Exclude<Language, "other">[]; // the keys of that file
const stopWords = new Map<Language, ReadonlySet<string>>(
  knownLanguages.map((code) => [code, new Set(listed[code].split(" "))]),
);
const none: ReadonlySet<string> = new Set();
/** The languages that each word of the grammar belongs to. */
const languagesOf = new Map<string, Language[]>();
for (const [code, words] of stopWords) {
  for (const word of words) languagesOf.set(word, [...(languagesOf.get(word) ?? []), code]);
}

/** Other names of the same rules. */
const aliases: Record<string, Language> = { nb: "no", nn: "no", in: "id" };
/** Scripts that one language of the table is written in; for Cyrillic the letters that only Serbian has come first. */
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
/** A Chinese or Japanese character says as much as some letters do: names in Latin letters are common in between. */
const lettersPerCharacter = 3;
/** How much of a text is looked at. */
const maxChars = 1_500;
/** At least this share of words must be of the grammar of another language, as in `app.guess_text_config` (migration 0005). */
const leastShare = 0.25;
/** And as many times more than of the language that is expected. */
const leastLead = 1.6;
/** A text with fewer such words may hold them by chance. */
const leastWords = 2;

/** The language of a locale such as `de-AT`. */
function languageOfLocale(locale: string): Language {
  const code = locale.toLowerCase().split(/[-_]/)[0] ?? "";
  return isKnown(code) ? code : (aliases[code] ?? "other");
}

/**
 * The language of a text: told by its script, or by the words of the grammar in it when those of another language are clearly more
 * than those of the one that is expected. Short texts mostly stay with that one.
 * @param expected the language, or a locale, of whoever wrote the text as far as it is known.
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
  // Chinese characters stand in Japanese as well, and Cyrillic ones in languages that have no rules here.
  if (has("ja")) return "ja";
  if (has("zh") && given === "ja") return "ja";
  if (has("sr") || (has("ru") && given === "sr")) return "sr";
  // A script of no language here, such as Hebrew, is nobody's.
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

/** Words that carry the grammar of a sentence but not its subject. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  return stopWords.get(language) ?? none;
}

function isKnown(code: string): code is Exclude<Language, "other"> {
  return Object.hasOwn(listed, code);
}
