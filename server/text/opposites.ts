import { isUnspaced, type Language, tableOf } from "./language.ts";
import { wholeWords } from "./patterns.ts";
import { stemOf } from "./stems.ts";
import { wordsOf } from "./words.ts";

/** Group and side of each stem that the table of a language names. */
type PoleWords = Map<string, [group: number, side: number]>;
const known = new Map<Language, PoleWords>();

/** Which side of the opposites of its language a text names, group by group. A text that names both sides of a group keeps the last. */
export function polesOf(text: string, language: Language): Map<number, number> {
  const poleOf = known.get(language) ?? poleWordsOf(language);
  known.set(language, poleOf);
  const poles = new Map<number, number>();
  if (isUnspaced(language) || language === "ko") return polesInRun(text, poleOf);
  for (const word of wordsOf(joinedVerbs(text.toLowerCase(), language), language)) {
    const pole = poleOf.get(word) ?? poleOf.get(stemOf(word, language));
    if (pole) poles.set(pole[0], pole[1]);
  }
  return poles;
}

/** Without spaces the longest word counts: 取消订阅 (unsubscribe) holds 订阅 (subscribe). */
function polesInRun(text: string, poleOf: PoleWords): Map<number, number> {
  const poles = new Map<number, number>();
  let rest = text;
  for (const [word, pole] of [...poleOf].toSorted(([one], [other]) => other.length - one.length)) {
    if (!rest.includes(word)) continue;
    poles.set(pole[0], pole[1]);
    rest = rest.replaceAll(word, " ");
  }
  return poles;
}

function poleWordsOf(language: Language): PoleWords {
  const words: PoleWords = new Map();
  for (const [group, sides] of (tableOf(language).opposites ?? []).entries()) {
    for (const [side, list] of sides.entries()) {
      for (const word of list.split(" ")) {
        const stem = isUnspaced(language) || language === "ko" ? word : stemOf(word.replaceAll("_", "-"), language);
        if (!words.has(stem)) words.set(stem, [group, side]);
      }
    }
  }
  return words;
}

/** "Turn it off" and "schaltet das aus" with verb and particle in one word, and the phrases of the table as one word. */
function joinedVerbs(text: string, language: Language): string {
  const { particles, opposites = [] } = tableOf(language);
  let joined = text;
  for (const phrase of phrasesOf(opposites)) joined = joined.replaceAll(phrase, phrase.replaceAll(" ", "-"));
  if (!particles) return joined;
  const [verb, particle] = particles;
  const pattern = wholeWords(`${verb}\\s+(?:[\\p{L}\\p{N}'-]+\\s+){0,6}?(${particle})`, language, "giu");
  return joined.replace(pattern, (match, stem: string, particleFound: string) => `${stem}-${particleFound} ${match}`);
}

function phrasesOf(opposites: [string, string][]): string[] {
  return opposites
    .flatMap((sides) => sides.flatMap((list) => list.split(" ")))
    .flatMap((word) => (word.includes("_") ? [word.replaceAll("_", " ")] : []));
}

/** True when one text names a side of which the other names only the opposite. */
export function opposes(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  for (const [group, side] of one) {
    const found = other.get(group);
    if (found !== undefined && found !== side) return true;
  }
  return false;
}
