import type { HistoryMessage, RetrievedChunk } from "../../assistant/ports.ts";
import { asksDefinition, isPageTitle, listsLinks, pointsElsewhere, setsApart } from "../../text/answer-patterns.ts";
import type { Language } from "../../text/language.ts";
import type { QuestionKind } from "../../text/languages/table.ts";
import { kindOf } from "../../text/patterns.ts";
import { contentStems } from "../../text/words.ts";
import { shapeFactor } from "./answer-shape.ts";
import { isEcho, isQuestion } from "./echo.ts";
import { type Unit, unitsOf } from "./passage-units.ts";
import { coverageOf, type Question, weighTerms } from "./question-terms.ts";
import { type Talk, talkOf } from "./talk.ts";

/** A unit of a passage with what speaks for it. */
export interface ScoredUnit extends Talk {
  unit: Unit;
  chunk: RetrievedChunk;
  /** Place of the chunk among the retrieved ones, from 0. */
  rank: number;
  stems: ReadonlySet<string>;
  /** By its words. */
  lexical: number;
  /** Cosine to the question; null until it is compared, and where meaning cannot be. */
  meaning: number | null;
  /** Cosine of the heading above it to the question; null where its own is. */
  headingMeaning: number | null;
  /** All together. */
  score: number;
  /** How much the heading above it, or what announces a list, and the question are the same, 0..1. */
  heading: number;
  /** Says nothing that the question does not say. */
  isEcho: boolean;
  /** Stands below a question that asks for something of another kind: what happens, and not how to do it. */
  answersOther: boolean;
}

/** Worth of a document that the talk is about, where only words are compared. */
const worthOfTalk = 0.25;
/** At the start of a talk. */
const noTalk: Talk = { talk: 0, talkLead: 0 };

/** All units of the passages with what their words are worth. */
export function scoreUnits(
  question: Question,
  chunks: RetrievedChunk[],
  said: readonly HistoryMessage[] = [],
): ScoredUnit[] {
  const { language } = question;
  const talks = talkOf(said, chunks, language);
  const units = chunks.flatMap((chunk, rank) => unitsWithStems(chunk, rank, language));
  const weights = weighTerms(
    question.stems,
    units.map(({ stems }) => stems),
  );
  const top = Math.max(...chunks.map((chunk) => chunk.score), Number.MIN_VALUE);
  const headings = new Map(
    chunks.map((chunk) => [chunk.chunk_id, new Set(contentStems(`${chunk.title} ${chunk.heading ?? ""}`, language))]),
  );
  const asked = new Set(question.stems);
  return units.map((each) => {
    const own = coverageOf(weights, each.stems);
    const heading = headings.get(each.chunk.chunk_id) ?? new Set();
    const withHeading = coverageOf(weights, new Set([...each.stems, ...heading]));
    const onTopic = [...heading].filter((stem) => asked.has(stem)).length / Math.max(1, heading.size);
    const relevance = Math.max(0, each.chunk.score / top);
    const echo = isEcho(question, textOf(each));
    const above = headingOf(each);
    const answersOther =
      asksForOther(question, above) || (definesOther(question, above) && isSilentOnPart(question, each.chunk));
    const talk = talks.get(each.chunk.document_id) ?? noTalk;
    const lexical =
      (own + 0.5 * (withHeading - own) + 0.2 * onTopic + adjacency(question, each) + 0.12) *
      shapeFactor(question, textOf(each), each.unit.kind) *
      lengthFactor(each, language) *
      (echo ? 0.3 : 1) *
      (answersOther ? 0.75 : 1);
    return {
      ...each,
      lexical,
      meaning: null,
      headingMeaning: null,
      heading: Math.max(headingAgreement(question, above), headingAgreement(question, announcementOf(each))),
      ...talk,
      isEcho: echo,
      answersOther,
      score: lexical * (0.45 + 0.55 * relevance) + worthOfTalk * talk.talk - 0.004 * each.unit.block,
    };
  });
}

function unitsWithStems(chunk: RetrievedChunk, rank: number, language: Language) {
  return unitsOf(chunk.text).map((unit) => ({
    unit,
    chunk,
    rank,
    stems: new Set(contentStems(`${unit.label} ${chunk.text.slice(unit.start, unit.end)}`, language)),
  }));
}

/** The heading that is nearest above a unit. */
export function headingOf({ unit, chunk }: Pick<ScoredUnit, "unit" | "chunk">): string {
  return unit.label || (chunk.heading?.split(" > ").at(-1) ?? "") || chunk.title;
}

/** "To set up a domain:" right before the steps is their heading as well. */
function announcementOf({ unit, chunk }: Pick<ScoredUnit, "unit" | "chunk">): string {
  return unit.kind === "list" ? chunk.text.slice(unit.start, unit.lines[0]?.start ?? unit.start) : "";
}

/** How much question and heading are the same: harmonic mean of the share of either that is in the other, 0..1. */
export function headingAgreement({ stems, language }: Question, heading: string): number {
  const words = new Set(contentStems(heading, language));
  const shared = stems.filter((stem) => words.has(stem)).length;
  return shared === 0 ? 0 : (2 * shared) / (stems.length + words.size);
}
/** "What" and "which" ask alike. */
const alike: Partial<Record<QuestionKind, QuestionKind>> = { choice: "what" };

function asksForOther({ text, language }: Question, heading: string): boolean {
  if (!isQuestion(heading, language)) return false;
  const [asked, answered] = [text, heading].map((each) => kindOf(each, language)).map((kind) => alike[kind] ?? kind);
  return asked !== "other" && asked !== answered;
}

/** "What is a bounce?" stands above a passage, and what is asked names a bounce and wants to know something else of it. */
function definesOther({ text, stems, language }: Question, heading: string): boolean {
  if (!asksDefinition(heading, language) || asksDefinition(text, language)) return false;
  return contentStems(heading, language).every((stem) => stems.includes(stem));
}

/** Something is asked that the passage has no word of. */
function isSilentOnPart({ stems, language }: Question, { title, heading, text }: RetrievedChunk): boolean {
  const had = new Set(contentStems(`${title} ${heading ?? ""} ${text}`, language));
  return stems.some((stem) => !had.has(stem));
}

/** Words that stand side by side in the question and in the unit. */
function adjacency(question: Question, { unit, chunk }: { unit: Unit; chunk: RetrievedChunk }): number {
  const inUnit = contentStems(chunk.text.slice(unit.start, unit.end), question.language);
  const pairs = new Set(inUnit.slice(1).map((stem, index) => `${inUnit[index]} ${stem}`));
  const asked = question.stems.slice(1).map((stem, index) => `${question.stems[index]} ${stem}`);
  return asked.length === 0 ? 0 : (0.15 * asked.filter((pair) => pairs.has(pair)).length) / asked.length;
}

/** "Additional resources" and other lists of titles. */
function isLinkList({ unit, chunk }: { unit: Unit; chunk: RetrievedChunk }, language: Language): boolean {
  if (listsLinks(`${unit.label} ${chunk.heading ?? ""}`, language)) return true;
  const lines = unit.lines.map((line) => chunk.text.slice(line.start, line.end));
  if (lines.length < 2 || !lines.some((line) => isPageTitle(line, language))) return false;
  return lines.every((line) => shortItem.test(line) || isPageTitle(line, language, "first"));
}

/** An item without a sentence in it. */
const shortItem = /^\s*[-*+]\s+(?=\S)[^.:。：]{3,60}$/;

function lengthFactor({ unit, chunk }: { unit: Unit; chunk: RetrievedChunk }, language: Language): number {
  const length = readingLength(chunk.text.slice(unit.start, unit.end));
  if (unit.kind === "code" && unit.lines[0]?.start === unit.start) return 0.6;
  if (/[?？؟]["')]*$/.test(textOf({ unit, chunk }))) return 0.4;
  if (unit.kind === "list" && isLinkList({ unit, chunk }, language)) return 0.4;
  if (pointsElsewhere(chunk.text.slice(unit.start, unit.end), language)) return 0.45;
  if (unit.kind !== "sentence") return length > 1_400 ? 0.75 : 1;
  if (length < 25) return 0.6;
  return length > 420 ? 0.85 : 1;
}

/** A character of a script without spaces says about as much as two and a half letters. */
const lettersPerCharacter = 2.5;

/** Length of a text in letters of an alphabet, so that the same limits hold for every script. */
function readingLength(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return text.length + unspaced * (lettersPerCharacter - 1);
}

/** The unit as it stands in its passage. */
export function textOf({ unit, chunk }: { unit: Unit; chunk: RetrievedChunk }): string {
  return chunk.text.slice(unit.start, unit.end);
}

/**
 * True when nothing is compared, or when something is said of each side: in a unit of its own, or in one that sets the two
 * against each other. "Keeps both hard and soft bounces" names both and tells no difference.
 */
export function coversSides({ sides, language }: Question, picked: readonly ScoredUnit[]): boolean {
  if (sides === null) return true;
  const [one, other] = sides.map((side) => picked.filter((unit) => namesSide(side, unit, language)));
  if (!one?.length || !other?.length) return false;
  return new Set([...one, ...other]).size > 1 || one.some((unit) => setsApart(textOf(unit), language));
}

/** True when the unit, its heading or its title names this side of a comparison. */
export function namesSide(
  side: readonly string[],
  { stems, chunk }: Pick<ScoredUnit, "stems" | "chunk">,
  language: Language,
): boolean {
  const heading = contentStems(`${chunk.title} ${chunk.heading ?? ""}`, language);
  return side.every((stem) => stems.has(stem) || heading.includes(stem));
}
