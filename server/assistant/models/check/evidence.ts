import { type Language, languageOf } from "../../../core/text/language.ts";
import { type Span, sentenceSpans } from "../../../core/text/sentences.ts";
import { contentStems } from "../../../core/text/words.ts";
import { unitCosine } from "../../../core/vectors.ts";
import type { RetrievedChunk } from "../../ports.ts";
import type { EmbedTexts } from "../embeddings/port.ts";
import type { Statement } from "./statement.ts";

/** One sentence, item or row of a passage: what a statement is held against. */
export interface EvidenceLine extends Span {
  /** Place of the passage among those read. */
  passage: number;
  language: Language;
  text: string;
  /** Its own stems. */
  stems: ReadonlySet<string>;
  /** Those of its neighbours, and of the headings above it: what "it" stands for. */
  around: ReadonlySet<string>;
  heading: string;
  /** With its neighbours, in which numbers and names are looked for as well. */
  nearby: string;
}

/** The passages as lines, in their order. @param locale of passages too short to tell their language. */
export function linesOf(chunks: readonly RetrievedChunk[], locale: string): EvidenceLine[] {
  return chunks.flatMap((chunk, passage) => linesOfPassage(chunk, passage, languageOf(chunk.text, locale)));
}

const headingLine = /^#{1,6}\s+/;

function linesOfPassage({ text, title, heading }: RetrievedChunk, passage: number, language: Language): EvidenceLine[] {
  let above = heading?.split(" > ").at(-1) ?? title;
  // What announces a list ("To do so:") belongs to each of its items.
  let lead = "";
  const spans = sentenceSpans(text).flatMap((span) => {
    const line = text.slice(span.start, span.end);
    if (headingLine.test(line)) {
      above = line.replace(headingLine, "");
      lead = "";
      return [];
    }
    const own = { ...span, heading: above, lead };
    if (line.endsWith(":")) lead = line;
    else if (!/^(?:[-*+•|]|\d{1,4}[.)])/.test(line)) lead = "";
    return [own];
  });
  const stems = spans.map(({ start, end }) => contentStems(text.slice(start, end), language));
  const path = contentStems(`${title} ${heading ?? ""}`, language);
  return spans.map(({ start, end, heading, lead }, index) => {
    const [before, behind] = [spans[index - 1], spans[index + 1]];
    const beside = [stems[index - 1], stems[index], stems[index + 1]].flatMap((each) => each ?? []);
    return {
      ...{ start, end, passage, language, heading },
      text: text.slice(start, end),
      stems: new Set(stems[index]),
      around: new Set([...path, ...contentStems(`${heading} ${lead}`, language), ...beside]),
      nearby: `${heading}\n${lead}\n${text.slice((before ?? { start }).start, (behind ?? { end }).end)}`,
    };
  });
}

/** A line that may say what a statement says. */
export interface Candidate {
  line: EvidenceLine;
  /** Share of the statement's words, by weight, that the line has; what only stands around it counts half. */
  coverage: number;
  /** How near it is in meaning: a cosine, 0 where nobody compared them. */
  near: number;
}

/** The best lines by words of each statement are looked at. */
const mostCandidates = 6;
/** Words of a line beyond twice those of the statement that cost nothing, what each more costs, and how much at most. */
const freeStems = 8;
const perStem = 0.015;
const mostForLength = 0.35;

/** The lines that have most of a statement's words, best first. The rarer a word is among the lines, the more it tells. */
export function likeliest(statement: Statement, lines: readonly EvidenceLine[]): Candidate[] {
  const { stems } = statement;
  const weights = stems.map((stem) => {
    const having = lines.filter((line) => line.stems.has(stem)).length;
    return Math.log(1 + (lines.length - having + 0.5) / (having + 0.5)) + 0.2;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const covered = (has: ReadonlySet<string>) =>
    weights.reduce((sum, weight, index) => sum + (has.has(stems[index] ?? "") ? weight : 0), 0) / (total || 1);
  return lines
    .map((line) => {
      // A long line has every word somewhere.
      const excess = Math.max(0, line.stems.size - (stems.length * 2 + freeStems));
      const share = (covered(line.stems) + covered(line.around)) / 2;
      return { line, coverage: share * (1 - Math.min(mostForLength, excess * perStem)), near: 0 };
    })
    .toSorted((one, other) => other.coverage - one.coverage)
    .slice(0, mostCandidates);
}

/** Lines of all statements whose vectors are made; each costs some milliseconds. */
const mostVectors = 64;
/** Characters of a line that are read. */
const maxChars = 300;

/** Adds the nearness in meaning. Without an engine, or while it fails, words alone count. */
export async function compareMeaning(
  asked: readonly { statement: Statement; found: Candidate[] }[],
  embed: EmbedTexts | undefined,
): Promise<void> {
  if (!embed) return;
  // Below its heading: an item alone does not say what it is about.
  const readAs = ({ heading, text }: EvidenceLine) => `${heading}\n${text.replace(/\s+/g, " ")}`.slice(0, maxChars);
  const byRank = Array.from({ length: mostCandidates }, (_, rank) => asked.flatMap(({ found }) => found[rank] ?? []));
  const chosen = [...new Set(byRank.flat().map(({ line }) => readAs(line)))].slice(0, mostVectors);
  const said = asked.filter(({ found }) => found.length > 0).map(({ statement }) => statement.text.slice(0, maxChars));
  const texts = [...new Set([...said, ...chosen])];
  const vectors = texts.length === 0 ? [] : await embed(texts).catch(() => []);
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index]]));
  for (const { statement, found } of asked) {
    const own = vectorOf.get(statement.text.slice(0, maxChars));
    if (own) for (const each of found) each.near = unitCosine(own, vectorOf.get(readAs(each.line)));
  }
}
