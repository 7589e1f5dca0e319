import { type Language, languageOf } from "../core/text/language.ts";
import { kindOf } from "../core/text/patterns.ts";
import { sentenceSpans } from "../core/text/sentences.ts";
import { contentStems } from "../core/text/words.ts";
import type { Reading, RetrievedChunk } from "./ports.ts";

/** Passages below this share of the best score do not compete with it. */
const closeShare = 0.8;
/** Passages compared; lower ones answer something else. */
const maxPassages = 8;
/** Most readings offered for a question with a single content word. */
const mostOfOneWord = 4;
/** A question with more content words is specific enough. */
const maxAskedStems = 5;
/** The same limit for a comparison with titles only. */
const maxTitleStems = 3;
/** Minimum share of common words, without the subjects, of two sentences that say the same about different things. */
const parallelShare = 0.6;
/** A sentence with fewer words is a heading or a fragment. */
const minSentenceStems = 3;
const maxLabelChars = 80;
/** A word in this share of the passages, and in at least `minForCommon` of them, is not a subject. */
const commonShare = 0.8;
const minForCommon = 5;
/** "What is a webhook?" asks for an explanation, even when there are several kinds. */
const definition = /^what(?:'s|’s| is| are)\b/i;

const asking = /[?？؟]\s*$/u;

/** A passage with its title and heading words. */
interface Candidate {
  chunk: RetrievedChunk;
  language: Language;
  titleStems: Set<string>;
  headingStems: Set<string>;
}

/**
 * The readings of a question when several places in the documents answer it equally well, best first; usually empty, because one place
 * wins. There are two strict criteria: several titles contain the question's words and differ in their subject ("Cancel an order", "Cancel
 * a booking"), or several places say the same about different things in nearly the same words ("The Basic plan costs 9 euros", "The Pro
 * plan costs 29 euros"). docs/benchmarks.md says how often this happens for answerable questions.
 * @param tenant words of its name distinguish nothing.
 */
export function closeReadings(
  question: string,
  chunks: RetrievedChunk[],
  tenant: { name: string; locale: string },
): Reading[] {
  const language = languageOf(question, languageOf(chunks[0]?.text ?? "", tenant.locale));
  const named = new Set(contentStems(tenant.name, language));
  const all = contentStems(question, language).filter((stem) => !named.has(stem));
  const asked = [...new Set(all)];
  // A question of one word prefers no place: the words that most headings add to it ("Manage contacts") are not names.
  const common = !plain(question).includes(" ")
    ? []
    : inNearlyAll(chunks, language).filter((stem) => !all.includes(stem));
  const own = new Set([...named, ...common]);
  const best = chunks[0]?.score ?? 0;
  if (asked.length === 0 || asked.length > maxAskedStems || best <= 0) return [];
  const candidates = chunks
    .slice(0, maxPassages)
    .filter((chunk) => chunk.score >= best * closeShare)
    .map((chunk) => toCandidate(chunk, language, own));
  const isWide = asked.length > maxTitleStems || definition.test(question.trim());
  if (candidates.some((candidate) => isItsSubject(asked, candidate))) return [];
  const begun = candidates
    .filter(({ chunk }) => beginsWith(question, chunk))
    .map(({ chunk }) => placeOf(chunk, "heading"));
  if (new Set(begun).size === 1) return [];
  if (new Set(candidates.flatMap((candidate) => sameQuestionIn(question, asked, candidate))).size === 1) return [];
  // A single word matches every heading that contains it.
  const most = asked.length === 1 ? mostOfOneWord : maxPassages;
  return (
    (isWide ? null : readingsFrom(question, byTitles(question, asked, candidates).slice(0, most))) ??
    readingsFrom(question, byParallels(asked, candidates)) ??
    []
  );
}

/** Removes the passages of places that the visitor did not mean. When nothing else is left, all passages stay. */
export function withoutPlaces(chunks: RetrievedChunk[], places: string[]): RetrievedChunk[] {
  if (places.length === 0) return chunks;
  const kept = chunks.filter(
    (chunk) => !places.includes(chunk.document_id) && !places.includes(placeOf(chunk, "heading")),
  );
  return kept.length > 0 ? kept : chunks;
}

function toCandidate(chunk: RetrievedChunk, language: Language, own: ReadonlySet<string>): Candidate {
  const stemsOf = (text: string) => new Set(contentStems(text, language).filter((stem) => !own.has(stem)));
  return {
    chunk,
    language,
    titleStems: stemsOf(chunk.title),
    // Headings are paths, "Billing > Refunds": the upper levels are not the subject of the passage.
    headingStems: stemsOf(leafOf(chunk.heading ?? "")),
  };
}

/** Words in nearly all found passages, such as the product's name: they distinguish nothing. */
function inNearlyAll(chunks: RetrievedChunk[], language: Language): string[] {
  const counts = new Map<string, number>();
  for (const { title, heading, text } of chunks) {
    for (const stem of new Set(contentStems(`${title} ${heading ?? ""} ${text}`, language)))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const least = Math.max(minForCommon, chunks.length * commonShare);
  return [...counts].filter(([, count]) => count >= least).map(([stem]) => stem);
}

/** True for a document whose title has exactly the question's words. */
function isItsSubject(asked: string[], { titleStems }: Candidate): boolean {
  return titleStems.size === asked.length && asked.every((stem) => titleStems.has(stem));
}

/** True for a heading that begins with the question. */
function beginsWith(question: string, chunk: RetrievedChunk): boolean {
  const words = plain(question);
  return words !== "" && plain(leafOf(chunk.heading ?? "")).startsWith(words);
}

/**
 * The place whose heading asks the same question in more words: "What does Acme cost, is it free?". When there are two such places, either
 * may be meant.
 */
function sameQuestionIn(question: string, asked: string[], { chunk, headingStems, language }: Candidate): string[] {
  const heading = leafOf(chunk.heading ?? "");
  if (!asking.test(heading) || !asked.every((stem) => headingStems.has(stem))) return [];
  return kindOf(question, language) === kindOf(heading, language) ? [placeOf(chunk, "heading")] : [];
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

interface Place {
  label: string;
  place: string;
}

/**
 * Places whose title or heading contains all words of the question and more. A heading with exactly these words is the requested place, so
 * there is no choice.
 */
function byTitles(question: string, asked: string[], candidates: Candidate[]): Place[] {
  const places: (Place & { rest: string })[] = [];
  for (const { chunk, titleStems, headingStems, language } of candidates) {
    if (asksElse(question, leafOf(chunk.heading ?? chunk.title), language)) continue;
    const level = [
      { kind: "heading" as const, stems: headingStems },
      { kind: "document" as const, stems: titleStems },
    ].find(({ stems }) => asked.every((stem) => stems.has(stem)));
    if (!level) continue;
    const rest = [...level.stems].filter((stem) => !asked.includes(stem)).sort();
    if (rest.length === 0) return [];
    const place = placeOf(chunk, level.kind);
    if (places.some((other) => other.place === place || other.rest === rest.join(" "))) continue;
    places.push({ place, rest: rest.join(" "), label: labelOf(chunk, level.kind) });
  }
  return places;
}

/** A heading that is a question of another kind has another meaning, however many words match. A bare word can have any meaning. */
function asksElse(question: string, heading: string, language: Language): boolean {
  const kind = kindOf(question, language);
  return asking.test(heading) && kind !== "other" && kind !== kindOf(heading, language);
}

/**
 * Places that say the same about different things: one sentence contains all words of the question, and the sentences are nearly the same.
 */
function byParallels(asked: string[], candidates: Candidate[]): Place[] {
  const first = candidates[0];
  const sentence = first && sentenceAbout(asked, first);
  if (!first || !sentence) return [];
  const places: Place[] = [];
  for (const candidate of candidates.slice(1)) {
    const kind = candidate.chunk.document_id === first.chunk.document_id ? "heading" : "document";
    const subject = kind === "heading" ? candidate.headingStems : candidate.titleStems;
    const firstSubject = kind === "heading" ? first.headingStems : first.titleStems;
    const other = sentenceAbout(asked, candidate);
    if (!other || !differ(subject, firstSubject)) continue;
    // A question that names one subject is clear.
    if (asked.some((stem) => subject.has(stem) !== firstSubject.has(stem))) return [];
    if (!isParallel(sentence, other, new Set([...subject, ...firstSubject]))) continue;
    if (places.length === 0) places.push({ place: placeOf(first.chunk, kind), label: labelOf(first.chunk, kind) });
    const place = placeOf(candidate.chunk, kind);
    if (!places.some((known) => known.place === place)) places.push({ place, label: labelOf(candidate.chunk, kind) });
  }
  return places;
}

/** The sentence of a passage that contains all words of the question that the title lacks. */
function sentenceAbout(
  asked: string[],
  { chunk, language, titleStems, headingStems }: Candidate,
): string[] | undefined {
  for (const { start, end } of sentenceSpans(chunk.text)) {
    const stems = contentStems(chunk.text.slice(start, end), language);
    if (stems.length < minSentenceStems) continue;
    const holds = (stem: string) => stems.includes(stem);
    const isAbout = asked.every((stem) => holds(stem) || titleStems.has(stem) || headingStems.has(stem));
    if (isAbout && asked.some(holds)) return stems;
  }
  return undefined;
}

/** True when the words are nearly the same apart from subjects and numbers, but the statements differ. */
function isParallel(one: string[], other: string[], subjects: Set<string>): boolean {
  const bare = (stems: string[]) => new Set(stems.filter((stem) => !subjects.has(stem) && !/\d/.test(stem)));
  const values = (stems: string[]) => stems.filter((stem) => !subjects.has(stem)).join(" ");
  if (values(one) === values(other)) return false;
  const [a, b] = [bare(one), bare(other)];
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared > 0 && shared / (a.size + b.size - shared) >= parallelShare;
}

function differ(one: Set<string>, other: Set<string>): boolean {
  return [...one].some((stem) => !other.has(stem)) && [...other].some((stem) => !one.has(stem));
}

function readingsFrom(question: string, places: Place[]): Reading[] | null {
  const labels = new Set(places.map(({ label }) => label.toLowerCase()));
  if (places.length < 2 || labels.size < places.length) return null;
  return places.map(({ label, place }) => ({ label, place, question: `${question.trim()} (${label})` }));
}

function placeOf(chunk: RetrievedChunk, kind: "heading" | "document"): string {
  return kind === "document" ? chunk.document_id : `${chunk.document_id}#${chunk.heading ?? ""}`;
}

function labelOf(chunk: RetrievedChunk, kind: "heading" | "document"): string {
  const text = (kind === "heading" && chunk.heading ? leafOf(chunk.heading) : chunk.title).replace(/\s+/g, " ").trim();
  return text.length <= maxLabelChars ? text : `${text.slice(0, maxLabelChars - 1).toWellFormed()}…`;
}

function leafOf(heading: string): string {
  return heading.split(" > ").at(-1) ?? heading;
}
