import type { Language } from "../text/language.ts";
import { wholeWords } from "../text/patterns.ts";
import { personTables } from "../text/persons/index.ts";
import type { PersonTable } from "../text/persons/table.ts";
import { contentCount } from "../text/words.ts";

/** A short message does not tell its language, so that each is looked for; compiled once, because every message is read. */
const tables = personTables.map(([language, table]) => compile(language, table));
/** The comma before a German "mit einem Menschen zu sprechen" does not part it from its "möglich". */
const clauseEnd = /[.;:!?\n。！？，、；：؟،；]+|,(?! (?:mit|zu) [^,.;!?]* zu )|\bbut\b|\band i\b/i;
/** What is quoted is talked about: a button "Talk to a person". */
const quoted =
  /"(?=[^"\s]*\s)[^"]*"|[“„](?=[^”“„\s]*\s)[^”“„]*[”“]|«[^«»]*»|「[^「」]*」|(?<!\p{L})'(?=[^'\s]*\s)[^']*'(?!\p{L})/gu;

/** A clause that asks for a person has some ten words. Of one that is longer the beginning is read, because every table is tried on it. */
const maxClauseChars = 1_000;

/** True when the writer asks to be put through to a person, and not about persons, agents or the assistant. */
export function asksForPerson(message: string): boolean {
  const clauses = message.replaceAll("’", "'").replace(quoted, " ").split(clauseEnd);
  return clauses.some((clause) => tables.some((table) => asksIn(clause.trim().slice(0, maxClauseChars), table)));
}

function asksIn(clause: string, { language, requests, asker, others, declined }: ReturnType<typeof compile>): boolean {
  return requests.some((request) => {
    const match = request.exec(clause);
    if (!match) return false;
    const before = clause.slice(0, match.index);
    if (others.test(before)) return false;
    const saysMore = (text: string) => contentCount(text, language) > 0;
    const turnedDown = before.split(declined).slice(1).at(-1);
    if (turnedDown?.split(asker).every((part) => !saysMore(part))) return false;
    return !saysMore(before.split(asker).at(-1) ?? "");
  });
}

function compile(language: Language, { requests, asker, others, declined }: PersonTable) {
  const words = (source: string) => wholeWords(source, language);
  return {
    language,
    requests: requests.map(words),
    asker: words(asker),
    others: words(others),
    declined: words(declined),
  };
}
