import { isQuestion } from "../../core/text/is-question.ts";
import { type Language, languageOf } from "../../core/text/language.ts";
import { filledIn, type ReadyLanguage, readySentences } from "../../core/text/ready/index.ts";
import { withNameFor } from "../../core/text/references.ts";
import { sectionKey } from "../../core/text/section.ts";
import { contentCount, contentStems } from "../../core/text/words.ts";
import { isGoodEnough } from "../grading/scale.ts";
import type { RetrievedChunk } from "../ports.ts";
import { withoutPlaces } from "../readings.ts";
import {
  asHit,
  contextEntries,
  nothingFound,
  type SupportStateType,
  type SupportUpdate,
  standaloneQuestion,
} from "../state.ts";
import { publishStatus, type SupportNode, type TurnPorts } from "../turn-ports.ts";
import { isUnclear, saidUnclear } from "../unclear.ts";

/** Most documents named in the status line. */
const maxDocumentsShown = 5;

/** Searches the passages for an answer. */
export const retrieve: SupportNode = async (state, ports) => {
  publishStatus(ports, "retrieve");
  const asked = standaloneQuestion(state);
  const results = await ports.search(state.hint === "" ? asked : `${asked} (${state.hint})`, ports.signal);
  const first = {
    question: asked,
    chunks: withoutRefused(withoutPlaces(results, state.passed_over), state.refused),
  };
  const second =
    (await searchWithQuestionBefore(first, state, ports)) ?? (await searchAboutCompany(first, state, ports));
  const { question, chunks } = second ?? first;
  const seen = second ? { rephrased_question: question, refused: second.refused } : {};
  for (const chunk of chunks) ports.passages.set(chunk.chunk_id, chunk);
  const documents = documentsOf(chunks);
  ports.emit("status", {
    node: "retrieve",
    content: readingStatus(
      documents.map((document) => document.title),
      ports.language,
    ),
    documents: documents.slice(0, maxDocumentsShown),
  });
  if (chunks.length > 0)
    return {
      ...seen,
      context: contextEntries(chunks),
      ...(second ? {} : await cachedFor(question, chunks, { state, ports })),
    };
  return {
    ...seen,
    context: [],
    escalation_reason: "no_documents",
    confidence: nothingFound,
  };
};

/** Status after the search, e.g. "Reading Billing FAQ and 3 more". */
function readingStatus(titles: string[], language: ReadyLanguage = "en"): string {
  const { nothingFound: nothing, reading, readingMore } = readySentences[language];
  const [title, ...rest] = titles;
  if (!title) return nothing;
  return rest.length === 0 ? filledIn(reading, { title }) : filledIn(readingMore, { title, n: rest.length });
}

/**
 * An earlier answer from the same passages. With a hint, or after a reading was ruled out, the question differs and the cache is not used.
 */
async function cachedFor(
  question: string,
  chunks: RetrievedChunk[],
  { state, ports }: { state: SupportStateType; ports: TurnPorts },
): Promise<SupportUpdate> {
  if (state.hint !== "" || state.passed_over.length > 0 || state.refused.length > 0) return {};
  const passages = chunks.map(({ chunk_id }) => chunk_id);
  return asHit(await ports.cache.lookupByPassages(question, passages));
}

function documentsOf(chunks: RetrievedChunk[]): { id: string; title: string; url?: string }[] {
  const byId = new Map<string, { id: string; title: string; url?: string }>();
  for (const { document_id: id, title, url } of chunks)
    if (!byId.has(id)) byId.set(id, { id, title, ...(url ? { url } : {}) });
  return [...byId.values()];
}

/** A message with more content words names its subject itself. */
const mostOwnWords = 4;
/** Fewest content words of a question; "no, wrong" is not one. */
const leastWordsOfQuestion = 2;

/** A search result with its question. */
export interface Found {
  question: string;
  chunks: RetrievedChunk[];
}

/**
 * True for "No" or "👎" after an answer that was written without a language model: a message without content words that is not a question.
 */
export function refusesAnswer({ question, messages }: SupportStateType, { model, tenant }: TurnPorts): boolean {
  if (!model.assess || messages.at(-1)?.role !== "assistant") return false;
  const language = languageOf(question, tenant.locale);
  return contentCount(question, language) === 0 && !isQuestion(question, language);
}

/** Keys of the sections shown since the visitor's previous question. */
export function sectionsShown(state: SupportStateType): string[] {
  return state.messages.slice(questionBefore(state)?.place ?? 0).flatMap(({ sections = [] }) => sections);
}

/** Removes the sections that the visitor rejected. */
function withoutRefused(chunks: RetrievedChunk[], refused: readonly string[]): RetrievedChunk[] {
  return refused.length === 0 ? chunks : chunks.filter((chunk) => !refused.includes(sectionKey(chunk)));
}

/**
 * "Sorry, I meant Team", "that didn't help": when a short message alone finds nothing reliable, the search is repeated with the previous
 * question and without the sections already shown. Only without a language model, which understands such a message itself.
 * @returns null when the first search should be used.
 */
async function searchWithQuestionBefore(
  first: Found,
  state: SupportStateType,
  ports: TurnPorts,
): Promise<(Found & { refused: string[] }) | null> {
  const before = questionBefore(state);
  const shown = sectionsShown(state);
  if (!before || shown.length === 0 || state.hint !== "" || state.passed_over.length > 0) return null;
  const language = languageOf(state.question, ports.tenant.locale);
  if (contentCount(state.question, language) > mostOwnWords) return null;
  if (isUnclear(state.question, first.chunks, language)) return null;
  const fresh = { ...first, chunks: withoutRefused(first.chunks, shown) };
  const isRepeated = first.chunks[0] !== fresh.chunks[0] && saysElse(state.question, before.content, language);
  const grade = await confidenceOf(first, state, ports);
  if (grade === null || (grade.isEnough && !isRepeated)) return null;
  const question = `${before.content} ${state.question}`;
  const again = { question, chunks: withoutRefused(await ports.search(question, ports.signal), shown) };
  const [alone, together] = await Promise.all([confidenceOf(fresh, state, ports), confidenceOf(again, state, ports)]);
  return { ...((together?.score ?? 0) > (alone?.score ?? 0) ? again : fresh), refused: shown };
}

/**
 * "What does it cost?" as the first question is about the company: when it finds nothing reliable, the search is repeated with the company's
 * name in place of "it". Only without a language model.
 * @returns null when the first search should be used.
 */
async function searchAboutCompany(
  first: Found,
  state: SupportStateType,
  ports: TurnPorts,
): Promise<(Found & { refused: string[] }) | null> {
  const { tenant, model } = ports;
  if (!model.assess || state.hint !== "" || state.passed_over.length > 0) return null;
  const before = questionBefore(state);
  if (before && !saidUnclear(state.messages[before.place + 1]?.content)) return null;
  const question = withNameFor(first.question, tenant.name, tenant.locale);
  if (question === null || (await confidenceOf(first, state, ports))?.isEnough) return null;
  const again = { question, chunks: await ports.search(question, ports.signal) };
  return (await confidenceOf(again, state, ports))?.isEnough ? { ...again, refused: state.refused } : null;
}

/** "I tried that already": not a question, and with words that the previous question does not contain. */
function saysElse(message: string, before: string, language: Language): boolean {
  const said = new Set(contentStems(before, language));
  return !isQuestion(message, language) && contentStems(message, language).some((stem) => !said.has(stem));
}

/** The visitor's last message that could be a question, and its index. */
function questionBefore({ messages }: SupportStateType): { content: string; place: number } | null {
  const place = messages.findLastIndex(
    ({ role, content }) => role === "visitor" && contentCount(content, languageOf(content)) >= leastWordsOfQuestion,
  );
  const message = messages[place];
  return message ? { content: message.content, place } : null;
}

async function confidenceOf(
  { question, chunks }: Found,
  { messages }: SupportStateType,
  { model, tenant }: TurnPorts,
): Promise<{ score: number; isEnough: boolean } | null> {
  if (!model.assess) return null;
  const grade = await model.assess({ question, history: [], said: messages, chunks, tenant });
  return { score: grade.score, isEnough: isGoodEnough(grade, tenant) };
}
