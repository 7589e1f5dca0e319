/** What a question wants to know, told by its question word. */
export type QuestionKind =
  | "reason"
  | "time"
  | "place"
  | "amount"
  | "person"
  | "choice"
  | "method"
  | "what"
  | "whether"
  | "other";

/**
 * What the rules know of one language. Lists are words between spaces; patterns are sources of regular expressions that are matched as
 * whole words in lower case. Everything but `stop` and `negation` may be missing: the rule that needs it then never fires.
 */
export interface LanguageTable {
  /** Words that carry the grammar of a sentence but not its subject. They also tell which language a text is in. */
  stop: string;
  /** Pattern of what turns a question around. */
  negation: string;
  /** Pattern of phrases that hold such a word and turn nothing around: "I don't know how". */
  notNegating?: string;
  /** Groups of words whose meaning turns around, one a line, its two sides with a slash between. */
  opposites?: string;
  /** Patterns of a verb and of the particle that may stand apart from it; they count as `verb_particle` among the opposites. */
  particles?: [verb: string, particle: string];
  /** Numbers, each with its words, commas between: "1 first, 2 two second". Articles that are also the number one are left out. */
  numbers?: string;
  /** Words that come and go without changing what is asked. */
  fillers?: string;
  /**
   * Words that say what part the word beside them plays, in groups with commas between: first those of where something comes from,
   * after a slash those of where it goes, after another all others. A group with a hyphen before its words is of endings.
   */
  roles?: string;
  /** Role words stand behind the word they belong to. */
  rolesBehind?: true;
  /** Words for the one who asks, and after a slash for the one who is asked, before and behind a verb. */
  persons?: string;
  /** Verbs among the stop words whose two sides are not the same: "parents give students". */
  sidedVerbs?: string;
  /** Words for what belongs to the one who asks, and after a slash to the one who is asked. */
  owners?: string;
  /** Patterns of question words; the first kind in the order of `questionKinds` that is found counts. */
  kinds?: Partial<Record<QuestionKind, string>>;
  /** Pattern of words for prices. */
  money?: string;
  references?: ReferenceTable;
  /** Nouns are written with a capital letter, so that one says nothing about a name. */
  capitalNouns?: true;
}

/** Patterns by which a message leans on what was said before it. */
export interface ReferenceTable {
  /** Words that stand for something named elsewhere. */
  pronouns: string;
  /** Phrases with such a word that point at nothing: "is it possible", "this month". */
  neutral?: string;
  /** Phrases that compare with or choose from what was said: "the second one". */
  backward: string;
  /** What such a message may begin with: "what about". */
  opening: string;
  /** Words that link a message to the one before. */
  link: string;
  /** What a whole question begins with. */
  asks: string;
  /** "Yes" and "no". */
  reply: string;
  /** "This is interesting.": says nothing of what comes after it. */
  remark?: string;
  /** "What is": asks one word and needs no other. */
  definition: string;
  /** "Besides", "other than": behind it stands what "else" and "another" leave out. */
  named?: string;
  /** "If", "when": with a second clause such a message is whole, however few its words of meaning. */
  condition?: string;
  /** What someone who tells of an own matter begins with: "I", "my". */
  tells?: string;
  /** Words between two clauses: what stands before them may be what a pronoun behind them stands for. */
  clause: string;
  /** Case tells "Sie" (you) from "sie" (they): pronouns are matched as they are written. */
  caseMatters?: true;
}
