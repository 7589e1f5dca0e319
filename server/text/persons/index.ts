import type { Language } from "../language.ts";
import { english } from "./english.ts";
import { germanic } from "./germanic.ts";
import { others } from "./others.ts";
import { romance } from "./romance.ts";
import type { PersonTable } from "./table.ts";
import { unspaced } from "./unspaced.ts";

/** English leads; the others say the same. */
export const personTables: Partial<Record<Language, PersonTable>> = {
  en: english,
  ...germanic,
  ...romance,
  ...others,
  ...unspaced,
};
