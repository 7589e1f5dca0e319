import { isUnspaced, type Language, tableOf } from "./language.ts";
import { wholeWords } from "./patterns.ts";
import { stemOf } from "./stems.ts";
import { wordsOf } from "./words.ts";

type Pole = [group: number, side: number];

/** The opposites of a language, made ready when they are first needed. */
interface Opposites {
  /** Group and side of each stem. */
  poleOf: Map<string, Pole>;
  /** Entries of more than one word. */
  phrases: string[];
  /** A verb and its particle with words between them. */
  particles: RegExp | null;
  /** Entries are found anywhere in a text without spaces, longest first: 取消订阅 (unsubscribe) holds 订阅 (subscribe). */
  runs: [run: string, pole: Pole][] | null;
}

const known = new Map<Language, Opposites>();

/** Which side of the opposites of its language a text names, group by group. A text that names both sides of a group keeps the last. */
export function polesOf(text: string, language: Language): Map<number, number> {
  const opposites = known.get(language) ?? readOpposites(language);
  known.set(language, opposites);
  if (opposites.runs) return polesInRuns(text.toLowerCase(), opposites.runs);
  const poles = new Map<number, number>();
  for (const word of wordsOf(joinedVerbs(text.toLowerCase(), opposites), language)) {
    const pole = opposites.poleOf.get(word) ?? opposites.poleOf.get(stemOf(word, language));
    if (pole) poles.set(...pole);
  }
  return poles;
}

/** True when one text names a side of which the other names only the opposite. */
export function opposes(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  for (const [group, side] of one) {
    const found = other.get(group);
    if (found !== undefined && found !== side) return true;
  }
  return false;
}

function readOpposites(language: Language): Opposites {
  const { opposites = "", particles } = tableOf(language);
  const bare = isUnspaced(language) || language === "ko";
  const poleOf = new Map<string, Pole>();
  const phrases: string[] = [];
  for (const [group, sides] of opposites.trim().split("\n").entries()) {
    for (const [side, list] of sides.split("/").entries()) {
      for (const entry of list.trim().split(" ")) {
        if (entry === "") continue;
        if (entry.includes("_")) phrases.push(entry.replaceAll("_", " "));
        const stem = bare ? entry.replaceAll("_", " ") : stemOf(entry.replaceAll("_", "-"), language);
        if (!poleOf.has(stem)) poleOf.set(stem, [group, side]);
      }
    }
  }
  const apart = particles && `${particles[0]}\\s+(?:[\\p{L}\\p{N}'-]+\\s+){0,6}?(${particles[1]})`;
  return {
    poleOf,
    phrases,
    particles: apart ? wholeWords(apart, language, "giu") : null,
    runs: bare ? [...poleOf].sort(([one], [other]) => other.length - one.length) : null,
  };
}

function polesInRuns(text: string, runs: [run: string, pole: Pole][]): Map<number, number> {
  const poles = new Map<number, number>();
  let rest = text;
  for (const [run, pole] of runs) {
    if (!rest.includes(run)) continue;
    poles.set(...pole);
    rest = rest.replaceAll(run, " ");
  }
  return poles;
}

/** "Turn it off" and "schaltet das aus" with verb and particle in one word, and the phrases of the table as one word. */
function joinedVerbs(text: string, { phrases, particles }: Opposites): string {
  let joined = text;
  for (const phrase of phrases)
    if (joined.includes(phrase)) joined = joined.replaceAll(phrase, phrase.replaceAll(" ", "-"));
  if (!particles) return joined;
  return joined.replace(particles, (match, verb: string, particle: string) => `${verb}-${particle} ${match}`);
}
