import type { Language } from "./language.ts";
import { tableOf } from "./languages/index.ts";
import { wholeWords } from "./patterns.ts";
import { stemOf } from "./stems.ts";
import { wordsOf } from "./words.ts";

/** One side of a pair of opposites, with the word that names it. */
export interface Pole {
  side: number;
  word: string;
  /** The text also names the other side. */
  isBoth: boolean;
}

/** The opposites of a language, prepared on first use. */
interface Opposites {
  /** Group and side of each stem. */
  poleOf: ReadonlyMap<string, readonly [group: number, side: number]>;
  /** Entries with more than one word. */
  phrases: string[];
  /** A verb and its particle, separated by other words. */
  particles: RegExp | null;
}

const known = new Map<Language, Opposites>();

/** The sides of opposites that a text names, by group. A text that names both sides of a group keeps the last one. */
export function polesOf(text: string, language: Language): Map<number, Pole> {
  const opposites = known.get(language) ?? readOpposites(language);
  known.set(language, opposites);
  const poles = new Map<number, Pole>();
  for (const word of wordsOf(joinedVerbs(text.toLowerCase(), opposites), language)) {
    const pole = opposites.poleOf.get(word) ?? opposites.poleOf.get(stemOf(word, language));
    if (!pole) continue;
    const [group, side] = pole;
    const before = poles.get(group);
    poles.set(group, { side, word, isBoth: before !== undefined && (before.isBoth || before.side !== side) });
  }
  return poles;
}

/** True when one text names a side and the other text only the opposite side. */
export function opposes(one: ReadonlyMap<number, Pole>, other: ReadonlyMap<number, Pole>): boolean {
  return [...one].some(([group, { side }]) => (other.get(group)?.side ?? side) !== side);
}

function readOpposites(language: Language): Opposites {
  const { opposites, particles } = tableOf(language);
  const entries = opposites.flatMap((sides, group) =>
    sides.split(" / ").flatMap((list, side) => list.split(" ").map((entry) => [entry, [group, side]] as const)),
  );
  const apart = particles && `${particles[0]}\\s+(?:[\\p{L}\\p{N}'-]+\\s+){0,6}?(${particles[1]})`;
  return {
    // If several groups have the word, the first one counts.
    poleOf: new Map(entries.toReversed().map(([entry, pole]) => [stemOf(entry.replaceAll("_", "-"), language), pole])),
    phrases: entries.flatMap(([entry]) => (entry.includes("_") ? [entry.replaceAll("_", " ")] : [])),
    particles: apart ? wholeWords(apart, "giu") : null,
  };
}

/** Joins verb and particle ("Turn it off", "schaltet das aus") into one word, and each phrase of the table into one word. */
function joinedVerbs(text: string, { phrases, particles }: Opposites): string {
  const joined = phrases.reduce((rest, phrase) => rest.replaceAll(phrase, phrase.replaceAll(" ", "-")), text);
  if (!particles) return joined;
  return joined.replace(particles, (match, verb: string, particle: string) => `${verb}-${particle} ${match}`);
}
