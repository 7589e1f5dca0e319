import { z } from "zod";
import listed from "./persons.json" with { type: "json" };

/**
 * Words in requests for the team, by language, separated by bars: the requester, ways of contact, words for a human, words that decline,
 * and words without influence.
 */
const personKinds = ["glue", "reach", "asker", "declined", "person"] as const;
const listSchema = z.record(z.enum(personKinds), z.string());
const lists = z.record(z.string(), listSchema).parse(listed);

/** One letter per kind of word, and one for every other word. */
const letters = { glue: "G", reach: "R", asker: "A", declined: "N", person: "P" };
const other = "-";
const hasNoSpaces = new Set(["zh", "ja", "ko"]);

/** A short message does not show its language, so all languages are checked; compiled once, because every message is checked. */
const languages = Object.entries(lists).map(([code, list]) => compile(list, hasNoSpaces.has(code)));

/** The comma before a German "mit einem Menschen zu sprechen" does not end the clause. */
const clauseEnd = /[.;:!?…\n。！？，；؟،、]+|,(?! mit )/;
/** "Agent", "human please", "担当者と話したい": a clause with at most this many words needs no "I". */
const fewWords = 4;
/** Only the beginning of a longer clause is read. */
const maxClauseChars = 500;

/**
 * True when the writer asks for the team. Covers plain requests only: every word beside the request must be in the lists, so that messages
 * about people, agents or the assistant remain questions. For all other cases there is the panel's button.
 */
export function asksForPerson(message: string): boolean {
  const { clauses, spoken } = read(message);
  return clauses.some((clause) => spoken.some((language) => asksIn(clause, language)));
}

/** True when the writer asks for the team and says nothing else, as far as the lists know. */
export function onlyAsksForPerson(message: string): boolean {
  const { clauses, spoken } = read(message);
  const isListed = (language: Compiled) => clauses.every((clause) => !kindsIn(clause, language).includes(other));
  return asksForPerson(message) && spoken.some(isListed);
}

/** The clauses of a message, and the languages in which it has a word for a human: most messages have none. */
function read(message: string): { clauses: string[]; spoken: Compiled[] } {
  const text = message.normalize("NFKC").toLowerCase().replaceAll("’", "'").replaceAll("-", " ");
  const spoken = languages.filter(({ people }) => people.test(text));
  return { clauses: text.split(clauseEnd).map((clause) => clause.slice(0, maxClauseChars)), spoken };
}

interface Compiled {
  people: RegExp;
  words: RegExp;
  letterOf: ReadonlyMap<string, string>;
}

/** One letter for each word. */
function kindsIn(clause: string, { words, letterOf }: Compiled): string {
  return [...clause.matchAll(words)].map(([word]) => letterOf.get(word) ?? other).join("");
}

function asksIn(clause: string, language: Compiled): boolean {
  const kinds = kindsIn(clause, language);
  if (!kinds.includes("P")) return false;
  if (!kinds.includes(other)) return !kinds.includes("N") && (kinds.length <= fewWords || kinds.includes("A"));
  // Part of a longer clause: "my parcel never came so I want to speak to a person".
  return kinds.split(other).some((run, index, { length }) => {
    const asker = run.indexOf("A");
    const person = run.lastIndexOf("P");
    // "I want to connect to the support widget": a following content word makes it the name of a thing.
    const isNamed = person === run.length - 1 && index < length - 1;
    return asker >= 0 && asker < person && run.includes("R") && !run.includes("N") && !isNamed;
  });
}

function compile(list: z.infer<typeof listSchema>, isUnspaced: boolean): Compiled {
  const letterOf = new Map(
    personKinds.flatMap((kind) => list[kind].split("|").map((word) => [word, letters[kind]] as const)),
  );
  const longestFirst = [...letterOf.keys()].sort((one, another) => another.length - one.length).join("|");
  const [end, rest] = isUnspaced ? ["", "[\\p{L}\\p{N}]"] : ["(?![\\p{L}\\p{N}'])", "[\\p{L}\\p{N}\\p{M}']+"];
  return {
    people: new RegExp(`(?:${list.person})${end}`, "u"),
    words: new RegExp(`(?:${longestFirst})${end}|${rest}`, "gu"),
    letterOf,
  };
}
