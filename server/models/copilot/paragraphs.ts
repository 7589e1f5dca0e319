import type { CopilotChunk } from "../../copilot/ports.ts";
import { searchTokens } from "../../text/search-words.ts";
import { type Span, trimSpan } from "../../text/sentences.ts";
import { cleanSentence } from "../extractive/clean-markdown.ts";

/** A paragraph of a document with its place in a passage. */
export interface Paragraph extends Span {
  chunk: CopilotChunk;
  /** Without markup. */
  plain: string;
  /** Words with how often each occurs. */
  words: ReadonlyMap<string, number>;
  size: number;
  /** The same for paragraphs that differ in signs and case only. */
  key: string;
}

/** Paragraphs of two documents that belong together; `null` where one has no partner. */
export type Aligned = [here: Paragraph | null, there: Paragraph | null];

/** The most paragraphs of a document that are compared: the table of all pairs is bounded by its square. */
const mostParagraphs = 1_500;
/** Less alike paragraphs do not belong together, by Dice's coefficient of their words. */
const leastAlike = 0.4;
/** Paragraphs that moved must be more alike: short ones resemble each other by chance. */
const leastMoved = 0.6;

/** The paragraphs of a document in reading order: text between blank lines, items and rows one by one. */
export function paragraphsOf(chunks: readonly CopilotChunk[]): Paragraph[] {
  return chunks.flatMap((chunk) => spansOf(chunk.text).flatMap((span) => paragraphAt(chunk, span) ?? []));
}

function paragraphAt(chunk: CopilotChunk, span: Span): Paragraph | null {
  const { start, end } = trimSpan(chunk.text, span);
  const plain = cleanSentence(chunk.text.slice(start, end));
  const tokens = searchTokens(plain).map(({ token }) => token);
  if (tokens.length === 0) return null;
  const words = new Map<string, number>();
  for (const token of tokens) words.set(token, (words.get(token) ?? 0) + 1);
  return { chunk, start, end, plain, words, size: tokens.length, key: tokens.join(" ") };
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

/** Every paragraph of both documents, once: pairs in the order of both, then those that moved, then those without a partner at their place. */
export function alignParagraphs(here: readonly Paragraph[], there: readonly Paragraph[]): Aligned[] {
  const [own, other] = [here.slice(0, mostParagraphs), there.slice(0, mostParagraphs)];
  const partner = new Map<Paragraph, Paragraph>();
  const pair = (least: number) => {
    const taken = new Set(partner.values());
    const free = { here: own.filter((each) => !partner.has(each)), there: other.filter((each) => !taken.has(each)) };
    const found = inOrder(free.here, free.there, least);
    for (const [one, two] of found) partner.set(one, two);
    return found.length > 0;
  };
  pair(leastAlike);
  while (pair(leastMoved));
  const taken = new Set(partner.values());
  const rows: Aligned[] = own.map((each) => [each, partner.get(each) ?? null]);
  for (const [at, each] of other.entries()) {
    if (taken.has(each)) continue;
    const before = other[at - 1];
    const place = before ? rows.findIndex(([, two]) => two === before) + 1 : 0;
    rows.splice(place, 0, [null, each]);
  }
  return rows;
}

/** The pairs that do not cross each other and are most alike all together. */
function inOrder(here: readonly Paragraph[], there: readonly Paragraph[], least: number): [Paragraph, Paragraph][] {
  const width = there.length;
  const best = Array.from({ length: here.length + 1 }, () => new Float32Array(width + 1));
  const gains = here.map((one) => Float32Array.from(there, (two) => worthOf(one, two, least)));
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  for (let i = here.length - 1; i >= 0; i -= 1)
    for (let j = width - 1; j >= 0; j -= 1) {
      const gain = gains[i]?.[j] ?? 0;
      const row = best[i];
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), gain > 0 ? gain + at(i + 1, j + 1) : 0);
    }
  const pairs: [Paragraph, Paragraph][] = [];
  for (let i = 0, j = 0; i < here.length && j < width; ) {
    const [one, two, gain] = [here[i], there[j], gains[i]?.[j] ?? 0];
    if (one && two && gain > 0 && at(i, j) <= gain + at(i + 1, j + 1) + 1e-4) {
      pairs.push([one, two]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The square of how alike they are: two pairs that are half alike are worth less than one that is the same. */
function worthOf(one: Paragraph, two: Paragraph, least: number): number {
  if (one.key === two.key) return 1;
  let common = 0;
  for (const [word, count] of one.words) common += Math.min(count, two.words.get(word) ?? 0);
  const alike = (2 * common) / (one.size + two.size);
  return alike < least ? 0 : alike * alike;
}
