import { cleanSentence } from "../../assistant/models/extractive/write-section.ts";
import { longestPairs } from "../../core/text/longest-pairs.ts";
import { searchTokens } from "../../core/text/search-words.ts";
import { type Span, trimSpan } from "../../core/text/sentences.ts";
import type { CopilotChunk } from "../ports.ts";

/** A paragraph of a document with its position in a passage. */
export interface Paragraph extends Span {
  chunk: CopilotChunk;
  /** Text without markup. */
  plain: string;
  /** Text with markup, without the bullet of a list item. */
  raw: string;
  /** Words with their counts. */
  words: ReadonlyMap<string, number>;
  size: number;
  /** Key that is equal for paragraphs that differ only in punctuation and case. */
  key: string;
}

/** Matching paragraphs of two documents; `null` for a paragraph without a partner. */
export type Aligned = [here: Paragraph | null, there: Paragraph | null];

/** Most paragraphs per document. The table of all pairs grows with its square. */
const maxParagraphs = 1_500;
/** Lowest similarity of matching paragraphs: Dice's coefficient of their words. */
const minAlike = 0.4;
/** Lowest similarity of moved paragraphs. It is higher because short paragraphs resemble each other by chance. */
const minMoved = 0.6;

/** The paragraphs of a document in reading order: headings, text between blank lines, and each item and row. */
export function paragraphsOf(chunks: readonly CopilotChunk[]): Paragraph[] {
  let above: string[] = [];
  return chunks.flatMap((chunk) => {
    const [first = { start: 0, end: 0 }, ...others] = spansOf(chunk.text);
    const path = chunk.heading?.split(" > ") ?? [];
    const from = path.findIndex((heading, at) => heading !== above[at]);
    above = path;
    const heads = (from < 0 ? [] : path.slice(from)).filter((heading) => heading !== chunk.title);
    return [...heads.map((heading) => ({ ...first, heading })), first, ...others].flatMap(
      (span) => paragraphAt(chunk, span) ?? [],
    );
  });
}

function paragraphAt(chunk: CopilotChunk, { heading, ...span }: Span & { heading?: string }): Paragraph | null {
  const { start, end } = trimSpan(chunk.text, span);
  const raw = heading ?? chunk.text.slice(start, end);
  return paragraphOf({ chunk, start, end, plain: cleanSentence(raw), raw: raw.replace(itemMark, "") });
}

const itemMark = /^(?:[-*+\u2022]|\d{1,3}[.)])\s+/u;

function paragraphOf(known: Pick<Paragraph, "chunk" | "start" | "end" | "plain" | "raw">): Paragraph | null {
  const tokens = searchTokens(known.plain.replace(itemMark, "")).map(({ token }) => token);
  if (tokens.length === 0) return null;
  const words = new Map<string, number>();
  for (const token of tokens) words.set(token, (words.get(token) ?? 0) + 1);
  return { ...known, words, size: tokens.length, key: tokens.join(" ") };
}

const newBlock = /^\s*(?:$|[-*+•]\s|\d{1,3}[.)]\s|#{1,6}\s|\|)/u;

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let [start, at] = [0, 0];
  for (const line of text.split(/(?<=\n)/u)) {
    if (at > start && newBlock.test(line.trimEnd())) {
      spans.push({ start, end: at });
      start = at;
    }
    at += line.length;
  }
  return [...spans, { start, end: text.length }];
}

/**
 * Every paragraph of both documents, once: pairs in the order of both, then moved pairs, then paragraphs without a partner at their
 * position.
 */
export function alignParagraphs(here: readonly Paragraph[], there: readonly Paragraph[]): Aligned[] {
  const [own, other] = [here.slice(0, maxParagraphs), there.slice(0, maxParagraphs)];
  const partner = new Map<Paragraph, Paragraph>();
  const pair = (least: number) => {
    const taken = new Set(partner.values());
    const free = { here: own.filter((each) => !partner.has(each)), there: other.filter((each) => !taken.has(each)) };
    const worth = (at: number, to: number) => worthOf(free.here[at], free.there[to], least);
    const found = longestPairs(free.here.length, free.there.length, worth);
    for (const [at, to] of found) {
      const [one, two] = [free.here[at], free.there[to]];
      if (one && two) partner.set(one, two);
    }
    return found.length > 0;
  };
  pair(minAlike);
  while (pair(minMoved));
  const taken = new Set(partner.values());
  const rows: Aligned[] = own.map((each) => [each, partner.get(each) ?? null]);
  for (const [at, each] of other.entries()) {
    if (taken.has(each)) continue;
    const before = other[at - 1];
    let place = before ? rows.findIndex(([, two]) => two === before) + 1 : 0;
    // A removed paragraph precedes the one that replaces it.
    while (rows[place]?.[1] === null) place += 1;
    rows.splice(place, 0, [null, each]);
  }
  return rejoined(rows);
}

/**
 * Long paragraphs are divided at different positions in each version; a part that matches the neighbouring row is joined to it again.
 */
function rejoined(rows: readonly Aligned[]): Aligned[] {
  const result: Aligned[] = [];
  for (const row of rows) {
    const last = result.at(-1);
    const joined = last && (joinedRow(last, row) ?? joinedRow(row, last, true));
    if (joined) result[result.length - 1] = joined;
    else result.push(row);
  }
  return result;
}

/** Joins a single paragraph to the pair beside it if that makes the pair more similar. */
function joinedRow([here, there]: Aligned, [ownHere, ownThere]: Aligned, isBefore = false): Aligned | null {
  if (!here || !there || (ownHere && ownThere)) return null;
  const lone = ownHere ?? ownThere;
  const side = ownHere ? here : there;
  const other = ownHere ? there : here;
  if (!lone || here.key === there.key) return null;
  const parts = isBefore ? [lone, side] : [side, lone];
  const [first, second] = parts;
  if (!first || !second || first.chunk.heading !== second.chunk.heading) return null;
  const text = (part: "plain" | "raw") => `${first[part]} ${second[part]}`;
  const joined = paragraphOf({ ...first, plain: text("plain"), raw: text("raw") });
  if (!joined || likeness(joined, other) <= likeness(side, other)) return null;
  return ownHere ? [joined, there] : [here, joined];
}

/** The square of the similarity: two half similar pairs count less than one equal pair. */
function worthOf(one: Paragraph | undefined, two: Paragraph | undefined, least: number): number {
  if (!one || !two) return 0;
  if (one.key === two.key) return 1;
  const alike = likeness(one, two);
  return alike < least ? 0 : alike * alike;
}

/** Dice's coefficient of their words. */
function likeness(one: Paragraph, two: Paragraph): number {
  let common = 0;
  for (const [word, count] of one.words) common += Math.min(count, two.words.get(word) ?? 0);
  return (2 * common) / (one.size + two.size);
}
