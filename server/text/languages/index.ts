import { dutch } from "./dutch.ts";
import { arabic, russian, serbian } from "./eastern.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { italian } from "./italian.ts";
import { danish, finnish, hungarian, lithuanian, norwegian, swedish } from "./northern.ts";
import { portuguese } from "./portuguese.ts";
import { catalan, greek, indonesian, irish, romanian, turkish } from "./southern.ts";
import { spanish } from "./spanish.ts";
import type { LanguageTable } from "./table.ts";
import { chinese, japanese, korean, thai } from "./unspaced.ts";

/** The languages that the search knows (docs/decisions/0015) and four whose words have no endings to take off, by their code. */
export const languageTables = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  da: danish,
  sv: swedish,
  no: norwegian,
  fi: finnish,
  hu: hungarian,
  lt: lithuanian,
  ro: romanian,
  ca: catalan,
  el: greek,
  tr: turkish,
  ga: irish,
  id: indonesian,
  ru: russian,
  sr: serbian,
  ar: arabic,
  zh: chinese,
  ja: japanese,
  ko: korean,
  th: thai,
} satisfies Record<string, LanguageTable>;
