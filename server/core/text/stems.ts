import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as indonesian } from "@orama/stemmers/indonesian";
import { stemmer as irish } from "@orama/stemmers/irish";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as lithuanian } from "@orama/stemmers/lithuanian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as serbian } from "@orama/stemmers/serbian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import type { Language } from "./language.ts";

/** Korean particles follow the word without a space. */
const koreanParticle = /(?<=\p{Script=Hangul}{2})(?:에서|으로|에게|까지|부터|은|는|이|가|을|를|에|로|의|와|과|도|만)$/u;

/** Snowball stemmers, as in PostgreSQL: docs/benchmarks.md has how far both agree. Catalan is missing. */
const stemmers: Partial<Record<Language, (word: string) => string>> = {
  ar: arabic,
  da: danish,
  nl: dutch,
  en: (word) => english(word.replace(/'s?$/, "")),
  fi: finnish,
  fr: french,
  de: german,
  el: greek,
  hu: hungarian,
  id: indonesian,
  ga: irish,
  it: italian,
  ko: (word) => word.replace(koreanParticle, ""),
  lt: lithuanian,
  no: norwegian,
  pt: portuguese,
  // Older texts use a cedilla instead of a comma.
  ro: (word) => romanian(word.replaceAll("ţ", "ț").replaceAll("ş", "ș")),
  ru: russian,
  sr: serbian,
  es: spanish,
  sv: swedish,
  tr: turkish,
};

/** A language uses few different words: most stems of an answer were computed for the previous one. At most about 2 MB. */
const knownStems = new Map<Language, Map<string, string>>();
const maxKnownStems = 20_000;
const maxKnownChars = 40;
let knownCount = 0;

/** The common part of a word's forms: `cancel` of `cancels` and `cancelled`. Words with digits are names and stay unchanged. */
export function stemOf(word: string, language: Language): string {
  const stemmer = stemmers[language];
  if (!stemmer || word.length > maxKnownChars || /\d/.test(word)) return word;
  const known = knownStems.get(language) ?? new Map<string, string>();
  const stem = known.get(word);
  if (stem !== undefined) return stem;
  const made = stemmer(word);
  if (knownCount >= maxKnownStems) {
    knownStems.clear();
    knownCount = 0;
  }
  knownStems.set(language, known.set(word, made));
  knownCount += 1;
  return made;
}
