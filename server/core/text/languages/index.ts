import { z } from "zod";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };

/** What a question asks for, by its question word; the first kind found counts. */
const kinds = ["reason", "time", "amount", "place", "person", "method", "choice", "what", "whether"] as const;
export type QuestionKind = (typeof kinds)[number] | "other";
export const questionKinds: readonly Exclude<QuestionKind, "other">[] = kinds;

/** Matches nothing. */
const never = "(?!)";

/**
 * Rules of a language that tell apart two sentences with nearly the same words. Lists are words separated by spaces; patterns are regular
 * expression sources, matched as whole words in lower case.
 */
const tableSchema = z.strictObject({
  /** Pattern of negations. */
  negation: z.string(),
  /** Pattern of phrases that contain a negation but negate nothing: "I don't know how". */
  notNegating: z.string().optional(),
  /** Groups of opposites; a slash separates the two sides. */
  opposites: z.array(z.string()).default([]),
  /** Patterns of a verb and its separable particle; among the opposites they appear as `verb_particle`. */
  particles: z.tuple([z.string(), z.string()]).optional(),
  /** Numbers with their words, separated by commas: "1 first, 2 two second". Without articles that also mean one. */
  numbers: z.string().default(""),
  /** Words that do not change the question. */
  fillers: z.string().default(""),
  /**
   * Words that define the role of the following words, in groups separated by commas: first those of an origin, after a slash those of a
   * destination, after another slash all others.
   */
  roles: z.string().default(""),
  /** Words before and after a verb for the asker, and after a slash for the person asked. */
  persons: z.string().default(""),
  /** Verbs among the stop words whose two sides differ: "parents give students". */
  sidedVerbs: z.string().default(""),
  /** Possessives of the asker, and after a slash of the person asked. */
  owners: z.string().default(""),
  /** Patterns of question words. */
  kinds: z.partialRecord(z.enum(kinds), z.string()).default({}),
  /** Pattern of words that refer to something named earlier, with the first letter of the message in lower case: "it", "the second one". */
  leaning: z.string().default(never),
  /** Pattern of the beginning of a message that continues the conversation: "and", "what about". */
  opening: z.string().default(never),
  /** Nouns start with a capital letter, so that a capital does not indicate a name. */
  capitalNouns: z.boolean().default(false),
});

export type LanguageTable = z.infer<typeof tableSchema>;

/** Languages that the maintainers can review. Words of all other languages are only counted. */
const tables = new Map(
  Object.entries({ de, en, es, fr, it, nl, pt }).map(([code, file]) => [code, tableSchema.parse(file)]),
);
const none = tableSchema.parse({ negation: never });

/** The table of a language; an empty one when there is none. */
export function tableOf(language: string): LanguageTable {
  return tables.get(language) ?? none;
}

export function hasTable(language: string): boolean {
  return tables.has(language);
}
