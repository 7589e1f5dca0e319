import { isUnspaced, type Language, tableOf } from "./language.ts";
import { stemOf } from "./stems.ts";
import { isStopWord, wordsOf } from "./words.ts";

/** A word that carries meaning, where it stands and what part it plays there. */
export interface PlacedWord {
  stem: string;
  /** A stop word that counts only for what stands on its two sides. */
  isSided: boolean;
  /** Words of one clause have the same number. */
  clause: number;
  /** Roles that words or endings beside it give it, see `LanguageTable.roles`. */
  roles: ReadonlySet<number>;
}

/** Where something comes from and where it goes: a word that has one of these roles here and the other there changed sides. */
export const sourceRole = 0;
export const goalRole = 1;

const clauseEnd = /[.?!;:,…()。？！；：，、؟،]+/u;
/** Korean particles stand at the end of a word, also behind a name in other letters. */
const koreanParticle = /^(.+?)(에서|부터|으로|에게|까지|보다|로|에|을|를|은|는|이|가)$/u;

interface Roles {
  ofWord: Map<string, number>;
  /** Longest first. */
  endings: [ending: string, role: number][];
  areBehind: boolean;
  /** Stop words that stand on one side of others: verbs that say little, and persons, all words for the same one as one word. */
  sided: ReadonlyMap<string, string>;
}

interface Found extends Omit<PlacedWord, "clause"> {
  roles: Set<number>;
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

/**
 * A role word belongs to the run of words beside it: to the one that follows it ("to [the old account]"), or in languages where it
 * stands behind, like an ending, to the one before it.
 */
function wordsOfClause(text: string, language: Language, roles: Roles): Found[] {
  const found: Found[] = [];
  let open: number[] = [];
  let runStart = 0;
  let isRun = false;
  const giveRun = (role: number) => {
    for (const word of found.slice(runStart)) if (word.roles.size === 0) word.roles.add(role);
    runStart = found.length;
  };
  for (const word of wordsOf(text, language).flatMap((each) => splitParticle(each, language))) {
    const role = roles.ofWord.get(word);
    const sided = roles.sided.get(word);
    if (role === undefined && (sided !== undefined || !isStopWord(word, language))) {
      found.push({ stem: sided ?? stemOf(word, language), isSided: sided !== undefined, roles: new Set(open) });
      const ending = endingOf(word, roles);
      if (ending !== undefined) giveRun(ending);
      // 降到 (lower to) is one word of the dictionary.
      const within = isUnspaced(language) && word.length > 1 ? roles.ofWord.get(word.slice(-1)) : undefined;
      isRun = within === undefined;
      if (within !== undefined) open = [within];
      continue;
    }
    if (isRun) open = [];
    isRun = false;
    if (role === undefined) runStart = found.length;
    else if (roles.areBehind) giveRun(role);
    else open.push(role);
  }
  return found;
}

function splitParticle(word: string, language: Language): string[] {
  const [, base, particle] = (language === "ko" && koreanParticle.exec(word)) || [];
  return base && particle ? [base, particle] : [word];
}

function endingOf(word: string, { endings }: Roles): number | undefined {
  return endings.find(([ending]) => word.endsWith(ending) && word.length > ending.length + 1)?.[1];
}

function readRoles(language: Language): Roles {
  const { roles = "", rolesBehind = false, sidedVerbs = "", persons = "" } = tableOf(language);
  const [asker = "", asked = ""] = persons.split("/");
  const [source = "", goal = "", others = ""] = roles.split("/");
  const entries = [source, goal, ...others.split(",")].flatMap((group, role) =>
    group.split(" ").flatMap((word): [string, number][] => (word === "" ? [] : [[word, role]])),
  );
  const endings = entries.filter(([word]) => word.startsWith("-"));
  return {
    ofWord: new Map(entries.map(([word, role]) => [word.replace("-", ""), role])),
    endings: endings
      .map(([word, role]): [string, number] => [word.slice(1), role])
      .sort(([one], [other]) => other.length - one.length),
    areBehind: rolesBehind,
    sided: new Map([
      ...sidedVerbs.split(" ").map((verb): [string, string] => [verb, stemOf(verb, language)]),
      ...asker.split(" ").map((word): [string, string] => [word, "asker"]),
      ...asked.split(" ").map((word): [string, string] => [word, "asked"]),
    ]),
  };
}
