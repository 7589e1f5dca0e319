import type { Language } from "../text/language.ts";
import { tableOf } from "../text/languages/index.ts";
import { stemOf } from "../text/stems.ts";
import { isStopWord, wordsOf } from "../text/words.ts";

/** A word that carries meaning, where it stands and what part it plays there. */
export interface PlacedWord {
  stem: string;
  /** A stop word that counts only for what stands on its two sides. */
  isSided: boolean;
  /** Words of one clause have the same number. */
  clause: number;
  /** Roles that the words before it give it, see `LanguageTable.roles`. */
  roles: ReadonlySet<number>;
}

/** Where something comes from and where it goes: a word that has one of these roles here and the other there changed sides. */
export const sourceRole = 0;
export const goalRole = 1;

const clauseEnd = /[.?!;:,…()。？！；：，、؟،]+/u;

interface Roles {
  ofWord: ReadonlyMap<string, number>;
  /** Stop words that stand on one side of others: verbs that say little, and persons, all words for the same one as one word. */
  sided: ReadonlyMap<string, string>;
}

const known = new Map<Language, Roles>();

/** The words that carry meaning in the order of the text; one that comes again keeps its first place. */
export function placedWords(text: string, language: Language): PlacedWord[] {
  const roles = known.get(language) ?? readRoles(language);
  known.set(language, roles);
  const placed = new Map<string, PlacedWord>();
  for (const [clause, part] of text.split(clauseEnd).entries()) {
    for (const word of wordsOfClause(part, language, roles))
      if (!placed.has(word.stem)) placed.set(word.stem, { ...word, clause });
  }
  return [...placed.values()];
}

/** A role word belongs to the run of words that follows it: "to [the old account]". */
function wordsOfClause(text: string, language: Language, roles: Roles): Omit<PlacedWord, "clause">[] {
  const found: Omit<PlacedWord, "clause">[] = [];
  let open: number[] = [];
  let isRun = false;
  for (const word of wordsOf(text, language)) {
    const role = roles.ofWord.get(word);
    const sided = roles.sided.get(word);
    if (role === undefined && (sided !== undefined || !isStopWord(word, language))) {
      found.push({ stem: sided ?? stemOf(word, language), isSided: sided !== undefined, roles: new Set(open) });
      isRun = true;
      continue;
    }
    if (isRun) open = [];
    isRun = false;
    if (role !== undefined) open.push(role);
  }
  return found;
}

function readRoles(language: Language): Roles {
  const { roles, sidedVerbs, persons } = tableOf(language);
  const [source = "", goal = "", others = ""] = roles.split("/");
  const [asker = "", asked = ""] = persons.split("/");
  const sided = [
    ...listOf(sidedVerbs).map((verb): [string, string] => [verb, stemOf(verb, language)]),
    ...listOf(asker).map((word): [string, string] => [word, "asker"]),
    ...listOf(asked).map((word): [string, string] => [word, "asked"]),
  ];
  const groups = [source, goal, ...others.split(",")];
  return {
    ofWord: new Map(groups.flatMap((group, role) => listOf(group).map((word): [string, number] => [word, role]))),
    sided: new Map(sided),
  };
}

function listOf(words: string): string[] {
  return words.split(" ").filter((word) => word !== "");
}
