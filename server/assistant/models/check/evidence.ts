import { type Language, languageOf } from "../../../core/text/language.ts";
import { type Span, sentenceSpans } from "../../../core/text/sentences.ts";
import { contentStems } from "../../../core/text/words.ts";
import { unitCosine } from "../../../core/vectors.ts";
import type { RetrievedChunk } from "../../ports.ts";
import type { EmbedTexts } from "../embeddings/port.ts";
import type { Statement } from "./statement.ts";

/** One sentence, item or row of a passage; statements are checked against it. */
export interface EvidenceLine extends Span {
  /** Index of the passage. */
  passage: number;
  language: Language;
  text: string;
  stems: ReadonlySet<string>;
  /** Stems of its neighbours and of the headings above it, which "it" may refer to. */
  around: ReadonlySet<string>;
  heading: string;
  /** The line with its neighbours, which are also searched for numbers and names. */
  nearby: string;
}

/** Splits the passages into lines, in order. @param locale used for passages that are too short to recognize their language. */
export function linesOf(chunks: readonly RetrievedChunk[], locale: string): EvidenceLine[] {
  return chunks.flatMap((chunk, passage) => linesOfPassage(chunk, passage, languageOf(chunk.text, locale)));
}

const headingLine = /^#{1,6}\s+/;

function linesOfPassage({ text, title, heading }: RetrievedChunk, passage: number, language: Language): EvidenceLine[] {
  let above = heading?.split(" > ").at(-1) ?? title;
  // The sentence that introduces a list ("To do so:") belongs to each item.
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

/** A line that may support a statement. */
export interface Candidate {
  line: EvidenceLine;
  /** Weighted share of the statement's words that the line contains; words only around the line count half. */
  coverage: number;
  /** Similarity in meaning: a cosine, 0 when not compared. */
  near: number;
}

/** Lines checked per statement, the best by words. */
const mostCandidates = 6;
/**
 * Penalty for long lines: words beyond twice those of the statement that cost nothing, the cost of each further word, and the highest cost.
 */
const freeStems = 8;
const perStem = 0.015;
const mostForLength = 0.35;

/** The lines that contain most of a statement's words, best first. A rare word among the lines counts more. */
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
      // A very long line would contain every word.
      const excess = Math.max(0, line.stems.size - (stems.length * 2 + freeStems));
      const share = (covered(line.stems) + covered(line.around)) / 2;
      return { line, coverage: share * (1 - Math.min(mostForLength, excess * perStem)), near: 0 };
    })
    .toSorted((one, other) => other.coverage - one.coverage)
    .slice(0, mostCandidates);
}

/** Most lines, over all statements, for which vectors are computed; each takes a few milliseconds. */
const mostVectors = 64;
/** Characters read from a line. */
const maxChars = 300;

/** Adds the similarity in meaning. Without an embedding model, or while it fails, only words count. */
export async function compareMeaning(
  asked: readonly { statement: Statement; found: Candidate[] }[],
  embed: EmbedTexts | undefined,
): Promise<void> {
  if (!embed) return;
  // Read with its heading, because an item alone does not name its subject.
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
