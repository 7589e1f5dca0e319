import type { Logger } from "../../core/log.ts";
import { type Language, languageOf as toldLanguage } from "../../core/text/language.ts";
import { pointsBack } from "../../core/text/references.ts";
import { headingAgreement } from "../../core/text/section.ts";
import { contentCount, contentStems, isStopWord, wordsOf } from "../../core/text/words.ts";
import type { Database } from "../../database/database.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";

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

/** A message of the ticket, as far as a search cares. */
export interface PreviousAnswer {
  role: "visitor" | "assistant" | "agent" | "system";
  content: string;
}

/** A text whose words count, but less than those of the question. */
export interface WeightedText {
  text: string;
  /** Share of the weight that a word of the question has, 0..1. */
  weight: number;
}

/** What the visitor said just before the question, and what a note beside it holds, weighs half of the question. */
const latestWeight = 0.5;
/** Each message further back weighs this much of the one after it. */
const decay = 0.6;
const maxEarlier = 5;
/** The last answer names what "it" is, in many other words. */
const answerWeight = 0.1;
/** Words of a long answer beyond this are about something else. */
const maxAnswerChars = 600;
/** Share of the question's vector that an earlier message adds, and how many do. */
const latestVectorWeight = 0.2;
const maxEarlierVectors = 2;
/** Longest part of a message before the question that is embedded. */
const maxSaidChars = 2_000;

/** Words of meaning from which on a question that leans on nothing is mostly about what it names: what was said counts half. */
const minOwnWords = 4;
const ownShare = 0.5;
/** The same for a message that is nothing but a topic. */
const topicShare = 0.2;

/** `Does my plan have SSO? (Pro)`: what is remembered of the visitor, or an agent's hint, beside a question. */
const noteAtEnd = /^(.*\S)\s+\(([^()]+)\)\s*$/s;

export interface Conversation {
  /** The question as it came: what is embedded. */
  asked: string;
  /** The question without a note. */
  question: string;
  /** Texts for the words of the search. */
  context: WeightedText[];
  /** Texts whose vectors are added to the question's. */
  vectorContext: WeightedText[];
}

/**
 * Takes a question and what was said before it apart into texts with weights. A short question that seems to stand alone is
 * mostly about the same thing still, a longer one less: figures in docs/benchmarks.md.
 * @param locale of whoever asks, for questions too short to tell their language.
 */
export function weighConversation(
  asked: string,
  history: readonly PreviousAnswer[] = [],
  locale?: string,
): Conversation {
  const [, question = asked, note] = noteAtEnd.exec(asked) ?? [];
  const earlier = history.filter(({ role }) => role === "visitor").slice(-maxEarlier);
  const visitor = earlier.toReversed().map(({ content }, back) => ({ text: content, weight: decay ** back }));
  const answer = history.findLast(({ role }) => role === "assistant" || role === "agent");
  const share = note === undefined ? shareOfTalk(question, locale) : 1;
  const noted = note === undefined ? [] : [{ text: note, weight: 1 }];
  return {
    asked,
    question,
    context: [
      ...scale([...noted, ...visitor], latestWeight * share),
      ...(answer ? [{ text: answer.content.slice(0, maxAnswerChars), weight: answerWeight * share }] : []),
    ],
    vectorContext: scale(visitor.slice(0, maxEarlierVectors), latestVectorWeight * share),
  };
}

/** "DKIM?": every word of it has a meaning of its own. What was said before may only decide between passages that fit it as well. */
function isTopic(question: string, language: Language): boolean {
  const words = wordsOf(question, language);
  return words.length > 0 && words.every((word) => !isStopWord(word, language));
}

/** How much of what was said before counts for a question, 0..1. */
function shareOfTalk(question: string, locale?: string): number {
  const language = toldLanguage(question, locale);
  if (isTopic(question, language)) return topicShare;
  if (pointsBack(question, language)) return 1;
  return contentCount(question, language) >= minOwnWords ? ownShare : 1;
}

/** The vector of the question and of what was said before it; undefined where it cannot be made, and words alone are searched. */
export async function embedConversation(
  { db, embeddings, log }: { db: Database; embeddings: EmbeddingPort; log: Logger },
  { asked, vectorContext }: Conversation,
): Promise<Float32Array | undefined> {
  if (!db.vectors) return undefined;
  try {
    const texts = [asked, ...vectorContext.map(({ text }) => text.slice(0, maxSaidChars))];
    const [vector, ...others] = await embeddings.embed(texts, { priority: "query" });
    if (!vector) return undefined;
    return blendVectors(
      vector,
      others.map((other, index) => ({ vector: other, weight: vectorContext[index]?.weight ?? 0 })),
    );
  } catch (error) {
    log.warn({ err: error }, "Could not compute the question's vector; searching by words only");
    return undefined;
  }
}

/** The question's vector moved towards its context; of length one again. */
export function blendVectors(question: Float32Array, others: { vector: Float32Array; weight: number }[]): Float32Array {
  const sum = Float32Array.from(question, (value, index) =>
    others.reduce((total, { vector, weight }) => total + weight * (vector[index] ?? 0), value),
  );
  const length = Math.hypot(...sum);
  return length === 0 ? question : sum.map((value) => value / length);
}

function scale(texts: WeightedText[], factor: number): WeightedText[] {
  return texts.map(({ text, weight }) => ({ text, weight: weight * factor }));
}
