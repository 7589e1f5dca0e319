import type { Language } from "./language.ts";
import { tableOf } from "./languages/index.ts";
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
}

const known = new Map<Language, Opposites>();

/** Which side of the opposites of its language a text names, group by group. A text that names both sides of a group keeps the last. */
export function polesOf(text: string, language: Language): Map<number, number> {
  const opposites = known.get(language) ?? readOpposites(language);
  known.set(language, opposites);
  const poles = new Map<number, number>();
  for (const word of wordsOf(joinedVerbs(text.toLowerCase(), opposites), language)) {
    const pole = opposites.poleOf.get(word) ?? opposites.poleOf.get(stemOf(word, language));
    if (pole) poles.set(...pole);
  }
  return poles;
}

/** True when one text names a side of which the other names only the opposite. */
export function opposes(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  return [...one].some(([group, side]) => other.has(group) && other.get(group) !== side);
}

function readOpposites(language: Language): Opposites {
  const { opposites, particles } = tableOf(language);
  const entries = opposites.flatMap((sides, group) =>
    sides.split(" / ").flatMap((list, side) => list.split(" ").map((entry): [string, Pole] => [entry, [group, side]])),
  );
  const apart = particles && `${particles[0]}\\s+(?:[\\p{L}\\p{N}'-]+\\s+){0,6}?(${particles[1]})`;
  return {
    // The first group that has a word counts.
    poleOf: new Map(entries.toReversed().map(([entry, pole]) => [stemOf(entry.replaceAll("_", "-"), language), pole])),
    phrases: entries.flatMap(([entry]) => (entry.includes("_") ? [entry.replaceAll("_", " ")] : [])),
    particles: apart ? wholeWords(apart, "giu") : null,
  };
}

/** "Turn it off" and "schaltet das aus" with verb and particle in one word, and the phrases of the table as one word. */
function joinedVerbs(text: string, { phrases, particles }: Opposites): string {
  const joined = phrases.reduce((rest, phrase) => rest.replaceAll(phrase, phrase.replaceAll(" ", "-")), text);
  if (!particles) return joined;
  return joined.replace(particles, (match, verb: string, particle: string) => `${verb}-${particle} ${match}`);
}
