import { z } from "zod";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };

/** What a question wants to know, told by its question word; the first kind that is found counts. */
const kinds = ["reason", "time", "amount", "place", "person", "method", "choice", "what", "whether"] as const;
export type QuestionKind = (typeof kinds)[number] | "other";
export const questionKinds: readonly Exclude<QuestionKind, "other">[] = kinds;

/** Matches nothing. */
const never = "(?!)";

/**
 * What tells two sentences of one language apart that have nearly the same words. Lists are words between spaces; patterns are sources of
 * regular expressions that are matched as whole words in lower case.
 */
const tableSchema = z.strictObject({
  /** Pattern of what turns a question around. */
  negation: z.string(),
  /** Pattern of phrases that hold such a word and turn nothing around: "I don't know how". */
  notNegating: z.string().optional(),
  /** Groups of words whose meaning turns around, each with its two sides and a slash between. */
  opposites: z.array(z.string()).default([]),
  /** Patterns of a verb and of the particle that may stand apart from it; they count as `verb_particle` among the opposites. */
  particles: z.tuple([z.string(), z.string()]).optional(),
  /** Numbers, each with its words, commas between: "1 first, 2 two second". Articles that are also the number one are left out. */
  numbers: z.string().default(""),
  /** Words that come and go without changing what is asked. */
  fillers: z.string().default(""),
  /**
   * Words that say what part the words behind them play, in groups with commas between: first those of where something comes from, after
   * a slash those of where it goes, after another all others.
   */
  roles: z.string().default(""),
  /** Words for the one who asks, and after a slash for the one who is asked, before and behind a verb. */
  persons: z.string().default(""),
  /** Verbs among the stop words whose two sides are not the same: "parents give students". */
  sidedVerbs: z.string().default(""),
  /** Words for what belongs to the one who asks, and after a slash to the one who is asked. */
  owners: z.string().default(""),
  /** Patterns of question words. */
  kinds: z.partialRecord(z.enum(kinds), z.string()).default({}),
  /** Pattern of words for something named elsewhere, the first letter of the message in lower case: "it", "the second one". */
  leaning: z.string().default(never),
  /** Pattern of how a message begins that goes on with what was said: "and", "what about". */
  opening: z.string().default(never),
  /** Nouns are written with a capital letter, so that one says nothing about a name. */
  capitalNouns: z.boolean().default(false),
});

export type LanguageTable = z.infer<typeof tableSchema>;

/** Languages that people here can review. The words of all others are only counted. */
const tables = new Map(
  Object.entries({ de, en, es, fr, it, nl, pt }).map(([code, file]) => [code, tableSchema.parse(file)]),
);
const none = tableSchema.parse({ negation: never });

/** The table of a language; one in which nothing is ever found where it has none. */
export function tableOf(language: string): LanguageTable {
  return tables.get(language) ?? none;
}

export function hasTable(language: string): boolean {
  return tables.has(language);
}
