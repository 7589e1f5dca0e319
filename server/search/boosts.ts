import { type Language, languageOf as toldLanguage } from "../text/language.ts";
import { headingOf } from "../text/section.ts";
import { contentStems } from "../text/words.ts";

/** What a ranking knows of a passage beside its words and its meaning. */
export interface BoostedPassage {
  /** An answer of an agent has `snippet:` before its id. */
  source: string;
  /** A locale such as `de-AT`, or the name of the language that its text is written in. */
  locale: string;
  set_name: string | null;
  set_boost: number;
  valid_from: Date | null;
  title: string;
  heading: string | null;
}

export interface BoostContext {
  question: string;
  /** The language the answer is wanted in. */
  locale?: string;
  /** Sets that come before others. */
  preferSets?: readonly string[];
  now: Date;
}

/**
 * All of them are added to a score between 0 and about 1, where two neighbours in a ranking are some 0.02 apart: enough to
 * decide between passages that answer about as well, too little to lift one that does not. A passage without a set, a date,
 * an approved answer or a second language beside it gets none.
 */
const snippetBoost = 0.08;
const preferredSetBoost = 0.1;
const localeBoost = 0.08;
const recencyBoost = 0.03;
/** For a passage below a heading that is the question itself. */
const headingBoost = 0.1;
/** Headings that share less with the question, such as one word of two, share it by chance. */
const headingFloor = 0.6;
/** When the newest is asked for. */
const askedRecencyBoost = 0.15;
/** An answer that a person wrote for another question is no better than a document. */
const snippetFloor = 0.35;
/** After this time half of the boost for being new is left. */
const recencyHalfLifeMs = 180 * 24 * 3_600_000;

const asksForNewest =
  /\b(?:latest|newest|most recent|recent(?:ly)?|current(?:ly)?|up[- ]to[- ]date|right now|as of now|these days|neueste[nrsm]?|aktuell\w*|derzeit|dernière?s?|actuel\w*|últim[oa]s?|actual(?:mente)?)\b/iu;

/** Additions to a passage's score by name; only those that are not 0. What the question says is looked at once for all passages. */
export function boosterFor({ question, locale, preferSets = [], now }: BoostContext) {
  const language = toldLanguage(question);
  const asked = { language, stems: new Set(contentStems(question, language)) };
  const perRecency = asksForNewest.test(question) ? askedRecencyBoost : recencyBoost;
  return (passage: BoostedPassage, score: number): Record<string, number> => {
    const boosts: Record<string, number> = {};
    if (passage.source.startsWith("snippet:") && score >= snippetFloor) boosts.snippet = snippetBoost;
    const agreement = headingAgreement(asked, passage);
    if (agreement >= headingFloor) boosts.heading = headingBoost * agreement;
    const isPreferred = passage.set_name !== null && preferSets.includes(passage.set_name);
    const set = passage.set_boost + (isPreferred ? preferredSetBoost : 0);
    if (set !== 0) boosts.set = set;
    if (locale !== undefined && languageOf(passage.locale) === languageOf(locale)) boosts.locale = localeBoost;
    if (passage.valid_from !== null) {
      const age = Math.max(0, now.getTime() - passage.valid_from.getTime());
      boosts.recency = perRecency * 0.5 ** (age / recencyHalfLifeMs);
    }
    return boosts;
  };
}

/** Harmonic mean of the shares of question and heading that are in the other, 0..1; the title where there is no heading. */
function headingAgreement(
  asked: { language: Language; stems: ReadonlySet<string> },
  passage: Pick<BoostedPassage, "title" | "heading">,
): number {
  const words = new Set(contentStems(headingOf(passage), asked.language));
  const shared = [...asked.stems].filter((stem) => words.has(stem)).length;
  return shared === 0 ? 0 : (2 * shared) / (asked.stems.size + words.size);
}

/** PostgreSQL's names of languages, which a passage has when its text was told apart from what its document says. */
const languageNames: Record<string, string> = {
  english: "en",
  german: "de",
  french: "fr",
  spanish: "es",
  italian: "it",
  portuguese: "pt",
  dutch: "nl",
  danish: "da",
  swedish: "sv",
  norwegian: "no",
  nb: "no",
  nn: "no",
  finnish: "fi",
  hungarian: "hu",
  romanian: "ro",
  russian: "ru",
  turkish: "tr",
  greek: "el",
  arabic: "ar",
  catalan: "ca",
  indonesian: "id",
  irish: "ga",
  lithuanian: "lt",
  serbian: "sr",
};

/** `de` of `de-AT`, `de_CH` and `german`. */
export function languageOf(locale: string): string {
  const first = locale.toLowerCase().split(/[-_]/)[0] ?? "";
  return languageNames[first] ?? first;
}
