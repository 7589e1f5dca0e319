import type { Logger } from "../../core/log.ts";
import { type Language, languageOf as toldLanguage } from "../../core/text/language.ts";
import { pointsBack } from "../../core/text/references.ts";
import { headingAgreement } from "../../core/text/section.ts";
import { contentCount, contentStems, isStopWord, wordsOf } from "../../core/text/words.ts";
import type { Database } from "../../database/database.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";

/** Properties of a passage for ranking, besides its words and meaning. */
export interface BoostedPassage {
  /** An agent's answer has the prefix `snippet:`. */
  source: string;
  /** A locale such as `de-AT`, or the name of its text's language. */
  locale: string;
  set_name: string | null;
  set_boost: number;
  valid_from: Date | null;
  title: string;
  heading: string | null;
}

export interface BoostContext {
  question: string;
  /** Language of the wanted answer. */
  locale?: string;
  preferSets?: readonly string[];
  now: Date;
}

/**
 * Boosts are added to a score between 0 and about 1, where neighbours in a ranking differ by about 0.02. They decide between passages that
 * answer about equally well, but do not raise an unsuitable one. Passages get no boost without a set, a date, an approved answer or a
 * second language in the results.
 */
const snippetBoost = 0.08;
const preferredSetBoost = 0.1;
const localeBoost = 0.08;
const recencyBoost = 0.03;
/** For a passage whose heading is the question itself. */
const headingBoost = 0.1;
/** Headings with a smaller overlap, such as one of two words, match by chance. */
const headingFloor = 0.6;
/** When the question asks for the newest. */
const askedRecencyBoost = 0.15;
/** An approved answer to a different question is no better than a document. */
const snippetFloor = 0.35;
/** The recency boost halves after this time. */
const recencyHalfLifeMs = 180 * 24 * 3_600_000;

const asksForNewest =
  /\b(?:latest|newest|most recent|recent(?:ly)?|current(?:ly)?|up[- ]to[- ]date|right now|as of now|these days|neueste[nrsm]?|aktuell\w*|derzeit|dernière?s?|actuel\w*|últim[oa]s?|actual(?:mente)?)\b/iu;

/** Boosts of a passage's score, by name; only those that are not 0. The question is analysed once for all passages. */
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

/** PostgreSQL's language names; a passage has one when its text's language differs from that of its document. */
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

/** `de` for `de-AT`, `de_CH` and `german`. */
export function languageOf(locale: string): string {
  const first = locale.toLowerCase().split(/[-_]/)[0] ?? "";
  return languageNames[first] ?? first;
}

/** A message of the ticket, with the fields that a search needs. */
export interface PreviousAnswer {
  role: "visitor" | "assistant" | "agent" | "system";
  content: string;
}

/** A text whose words count less than those of the question. */
export interface WeightedText {
  text: string;
  /** Weight relative to a word of the question, 0..1. */
  weight: number;
}

/** Weight of the visitor's previous message, and of a note beside the question. */
const latestWeight = 0.5;
/** Factor for each message further back. */
const decay = 0.6;
const maxEarlier = 5;
/** The last answer names what "it" refers to, but in many other words. */
const answerWeight = 0.1;
/** The rest of a long answer is about something else. */
const maxAnswerChars = 600;
/** Share that an earlier message adds to the question's vector; `maxEarlierVectors` limits the number of messages. */
const latestVectorWeight = 0.2;
const maxEarlierVectors = 2;
/** Longest part of an earlier message that is embedded, in characters. */
const maxSaidChars = 2_000;

/**
 * A question with at least this many content words, and without a reference to earlier messages, is mostly about its own words: earlier
 * messages count half.
 */
const minOwnWords = 4;
const ownShare = 0.5;
/** The same for a message that only names a topic. */
const topicShare = 0.2;

/** `Does my plan have SSO? (Pro)`: a memory of the visitor, or an agent's hint, after the question. */
const noteAtEnd = /^(.*\S)\s+\(([^()]+)\)\s*$/s;

export interface Conversation {
  /** The original question, which is embedded. */
  asked: string;
  /** The question without a note. */
  question: string;
  /** Texts for the word search. */
  context: WeightedText[];
  /** Texts whose vectors are added to the question's vector. */
  vectorContext: WeightedText[];
}

/**
 * Splits a question and the earlier messages into weighted texts. A short question that seems standalone is mostly about the same subject;
 * a longer one less: figures in docs/benchmarks.md.
 * @param locale of the person who asks, for questions too short to recognize their language.
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

/** "DKIM?": every word is a content word. Earlier messages may only decide between passages that match it equally well. */
function isTopic(question: string, language: Language): boolean {
  const words = wordsOf(question, language);
  return words.length > 0 && words.every((word) => !isStopWord(word, language));
}

/** Weight of the earlier messages for a question, 0..1. */
function shareOfTalk(question: string, locale?: string): number {
  const language = toldLanguage(question, locale);
  if (isTopic(question, language)) return topicShare;
  if (pointsBack(question, language)) return 1;
  return contentCount(question, language) >= minOwnWords ? ownShare : 1;
}

/** Vector of the question and the earlier messages; undefined when it cannot be computed, and then only words are searched. */
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

/** Moves the question's vector towards its context; the result has length one. */
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
