import type { Language } from "../../core/text/language.ts";
import { tableOf } from "../../core/text/languages/index.ts";
import { stemOf } from "../../core/text/stems.ts";
import { isStopWord, wordsOf } from "../../core/text/words.ts";

/** A content word in both questions. */
interface SharedWord {
  one: PlacedWord;
  other: PlacedWord;
  /** Index in the other question; the list is in the order of the first one. */
  place: number;
}

/** Questions with more common words describe a case, and their sentences may come in any order; only roles are compared. */
const maxMirrored = 6;
/** Most common words compared; later ones are ignored. */
const maxShared = 16;

/**
 * True when two questions name the same things in reversed roles: "from Pro to Basic" and "from Basic to Pro", "can parents pay the
 * student" and "can the student pay parents". Words that only moved ("for my account, how ...", the verb at the end) reverse nothing.
 */
export function turnsAround(one: readonly PlacedWord[], other: readonly PlacedWord[], hasSameWords: boolean): boolean {
  const shared = sharedWords(one, other);
  const inverted = pairsOf(shared).filter(([left, right]) => left.place > right.place);
  return (
    shared.some(changesSides) ||
    inverted.some(([left, right]) => swapRoles(left, right)) ||
    (hasSameWords && isRearranged(shared, inverted)) ||
    (shared.length <= maxMirrored && isMirrored(shared))
  );
}

function sharedWords(one: readonly PlacedWord[], other: readonly PlacedWord[]): SharedWord[] {
  const places = new Map(other.map((word, place) => [word.stem, { word, place }]));
  return one
    .flatMap((word) => {
      const found = places.get(word.stem);
      return found ? [{ one: word, other: found.word, place: found.place }] : [];
    })
    .slice(0, maxShared);
}

/**
 * True when exactly the same words come in another order, apart from a phrase that moved as a whole. Someone who asks the same again uses
 * other words; someone who reverses the question does not.
 */
function isRearranged(shared: SharedWord[], inverted: [SharedWord, SharedWord][]): boolean {
  const isFree = (word: SharedWord) => !word.one.isSided && !keepsRole(word);
  return inverted.some((pair) => pair.every(isFree)) || shared.some((word) => sideOf(word.one) !== sideOf(word.other));
}

/** "Import from Gmail", "import to Gmail". */
function changesSides({ one, other }: SharedWord): boolean {
  return sideOf(one) * sideOf(other) < 0;
}

/** 1 for a source, -1 for a goal, 0 for neither. */
function sideOf({ roles }: PlacedWord): number {
  return (roles.has(sourceRole) ? 1 : 0) - (roles.has(goalRole) ? 1 : 0);
}

/** True when one word has a role here that the other word has there: "PDF to Word", "Word to PDF". */
function swapRoles(left: SharedWord, right: SharedWord): boolean {
  const takes = (from: SharedWord, to: SharedWord) =>
    [...from.one.roles].some(
      (role) => !to.one.roles.has(role) && to.other.roles.has(role) && !from.other.roles.has(role),
    );
  return takes(left, right) || takes(right, left);
}

/**
 * True when three words of one clause are in reversed order: "is Pro cheaper than Basic". A word that keeps its preposition may be
 * anywhere, also between the others.
 */
function isMirrored(shared: SharedWord[]): boolean {
  const bound = shared.filter((word) => !keepsRole(word));
  return bound.some((middle, index) => {
    const isAround = (word: SharedWord) =>
      word.one.clause === middle.one.clause && word.other.clause === middle.other.clause;
    const before = bound.slice(0, index).some((word) => isAround(word) && word.place > middle.place);
    const behind = bound.slice(index + 1).some((word) => isAround(word) && word.place < middle.place);
    return before && behind;
  });
}

function keepsRole(word: SharedWord): boolean {
  return word.one.roles.size > 0 && hasSameRoles(word);
}

function hasSameRoles({ one, other }: SharedWord): boolean {
  return one.roles.size === other.roles.size && [...one.roles].every((role) => other.roles.has(role));
}

function pairsOf<Item>(items: Item[]): [Item, Item][] {
  return items.flatMap((item, index) => items.slice(index + 1).map((next): [Item, Item] => [item, next]));
}

/** A content word with its position and role. */
export interface PlacedWord {
  stem: string;
  /** A stop word that counts only for the words on its two sides. */
  isSided: boolean;
  clause: number;
  /** Roles from the preceding words, see `LanguageTable.roles`. */
  roles: ReadonlySet<number>;
}

/** Source and goal: a word with one of these roles in one question and the other role in the other question changed sides. */
export const sourceRole = 0;
export const goalRole = 1;

const clauseEnd = /[.?!;:,…()。？！；：，、؟،]+/u;

interface Roles {
  ofWord: ReadonlyMap<string, number>;
  /** Stop words whose side matters: verbs with little meaning, and persons; all words for the same person count as one. */
  sided: ReadonlyMap<string, string>;
}

const known = new Map<Language, Roles>();

/** The content words in the order of the text; a repeated word keeps its first position. */
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

/** A role word applies to the following run of words: "to [the old account]". */
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
