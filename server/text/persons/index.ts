import type { Language } from "../language.ts";
import { english } from "./english.ts";
import { germanic } from "./germanic.ts";
import { others } from "./others.ts";
import { romance } from "./romance.ts";
import { strangers } from "./strangers.ts";
import type { PersonTable } from "./table.ts";
import { unspaced } from "./unspaced.ts";

/** English leads; the others say the same. */
const known: Partial<Record<Language, PersonTable>> = {
  en: english,
  ...germanic,
  ...romance,
  ...others,
  ...unspaced,
};

/** Every table, with the language whose words it is read by. */
export const personTables: [language: Language, table: PersonTable][] = [
  ...Object.entries(known).map(([code, table]): [Language, PersonTable] => [code as Language, table]), // It lists languages only.
  ...strangers.map((table): [Language, PersonTable] => ["other", table]),
];
