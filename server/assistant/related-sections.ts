import { type Citation, maxRelatedToAnswer, maxSuggested, type RelatedSection } from "../../protocol/messages.ts";
import { languageOf } from "../core/text/language.ts";
import { firstOfEach, headingOf, sectionKey } from "../core/text/section.ts";
import { contentStems } from "../core/text/words.ts";
import { type AskedQuestion, confidenceOf } from "./models/extractive/confidence.ts";
import type { ModelPort, RetrievedChunk } from "./ports.ts";
import type { SupportStateType } from "./state.ts";

/**
 * A section below this share of the best score is not offered. On 935 visitors' questions over two public help centres, the right section
 * is offered as often as without the limit.
 */
const nearShare = 0.6;
/**
 * The best section of another page replaces the last one when its score is at least this share of that section's score. On the same
 * questions, the right page is shown for 73.7% instead of 72.7%, and the right section for 61.8% instead of 62.2%.
 */
const otherPageShare = 0.9;
/** Below this confidence that a section answers the question, no section is offered. */
const leastConfidence = 0.15;

type Section = Pick<RelatedSection, "document_id" | "title" | "heading">;

/**
 * Finds sections that tell the visitor nothing new: shown earlier in the conversation, or with a heading that asks what the visitor has
 * asked.
 */
export function repeats(
  { question, rephrased_question, messages }: Pick<SupportStateType, "question" | "rephrased_question" | "messages">,
  locale: string,
): (section: Section) => boolean {
  const shown = new Set(messages.flatMap(({ sections = [] }) => sections));
  const said = messages.filter(({ role }) => role === "visitor").map(({ content }) => content);
  const asked = new Set([question, rephrased_question, ...said].map((text) => subjectOf(text, locale)));
  return (section) => shown.has(sectionKey(section)) || asked.has(subjectOf(headingOf(section), locale));
}

/** The content words of a text in one form and order: equal for "How can I cancel orders?" and "Cancel an order". */
function subjectOf(text: string, locale: string): string {
  const stems = new Set(contentStems(text, languageOf(text, locale)));
  return stems.size > 0 ? [...stems].sort().join(" ") : text.trim().toLowerCase();
}

/**
 * Sections that the answer does not cite, best first. None for an answer without citations, because nothing shows that they are relevant.
 * @param isRepeated sections that are left out.
 */
export function relatedToAnswer(
  passages: readonly RetrievedChunk[],
  citations: readonly Citation[],
  isRepeated: (section: Section) => boolean = () => false,
): RelatedSection[] {
  const cited = new Set(citations.map(({ chunk_id }) => chunk_id));
  const citedPlaces = new Set(passages.filter(({ chunk_id }) => cited.has(chunk_id)).map(sectionKey));
  if (citedPlaces.size === 0) return [];
  const labels = new Set(passages.filter((passage) => citedPlaces.has(sectionKey(passage))).map(labelOf));
  // Two buttons with the same label cannot be distinguished.
  const others = nearest(firstOfEach(passages, sectionKey)).filter(
    (passage) => !citedPlaces.has(sectionKey(passage)) && !isRepeated(passage),
  );
  const offered = firstOfEach(others, labelOf).filter((passage) => !labels.has(labelOf(passage)));
  const pages = passages.filter(({ chunk_id }) => cited.has(chunk_id)).map(({ document_id }) => document_id);
  return withAnotherPage(offered, maxRelatedToAnswer, pages).map(toRelated);
}

type Judged = Pick<SupportStateType, "escalation_reason" | "answer" | "citations" | "confidence" | "hint" | "refused">;

/** Sections that may help until the team answers, best first; none when nothing relevant was found. */
export function helpfulSections(
  { escalation_reason, answer, citations, confidence, hint, refused }: Judged,
  passages: readonly RetrievedChunk[],
  { assess }: Pick<ModelPort, "assess">,
): RetrievedChunk[] {
  const isUnsure = escalation_reason === "low_grade" || escalation_reason === "no_documents";
  // When the grade is about an answer instead of the passages, the answer's citations show whether any passage was relevant.
  const isGraded = (confidence?.score ?? 0) >= leastConfidence || (!assess && answer !== "" && citations.length > 0);
  // A visitor who rejects an answer asked about something in the documents: the next sections may be right.
  const isNear = isGraded || refused.length > 0;
  if (!isUnsure || !isNear || hint !== "") return [];
  return withAnotherPage(nearest(firstOfEach(passages, sectionKey)), maxSuggested);
}

/**
 * Sections near a message that the visitor adds while the team has the ticket, best first; none when nothing relevant was found.
 * @param isRepeated sections that are left out.
 */
export function sectionsFor(
  question: AskedQuestion,
  passages: readonly RetrievedChunk[],
  isRepeated: (section: Section) => boolean,
): RetrievedChunk[] {
  const sections = firstOfEach(passages, sectionKey);
  if (confidenceOf(question, sections) < leastConfidence) return [];
  return withAnotherPage(
    nearest(sections).filter((section) => !isRepeated(section)),
    maxSuggested,
  );
}

/**
 * The best sections. When all of them would come from one page, the best section of another page replaces the last one if its score is
 * close.
 * @param pages documents that are already shown.
 */
function withAnotherPage(sections: RetrievedChunk[], most: number, pages: readonly string[] = []): RetrievedChunk[] {
  const shown = sections.slice(0, most);
  const last = shown.at(-1);
  const isOnePage = new Set([...pages, ...shown.map(({ document_id }) => document_id)]).size === 1;
  if (!last || !isOnePage) return shown;
  const other = sections
    .slice(most)
    .find(({ document_id, score }) => document_id !== last.document_id && score >= otherPageShare * last.score);
  return other ? [...shown.slice(0, -1), other] : shown;
}

function nearest(passages: RetrievedChunk[]): RetrievedChunk[] {
  const best = Math.max(...passages.map(({ score }) => score));
  return passages.filter(({ score }) => score >= nearShare * best);
}

/** A section without its text. */
export function toRelated({ chunk_id, document_id, title, heading, url }: RetrievedChunk): RelatedSection {
  return { chunk_id, document_id, title, heading, ...(url ? { url } : {}) };
}

/** The section's label. */
function labelOf(passage: RetrievedChunk): string {
  return headingOf(passage).trim().toLowerCase();
}
