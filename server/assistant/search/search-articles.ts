import { type FoundArticle, maxArticleQuoteChars } from "../../../protocol/articles.ts";
import { type Language, languageOf } from "../../core/text/language.ts";
import { markedSpans } from "../../core/text/search-marks.ts";
import { type SearchTerm, searchTerms as termsOf } from "../../core/text/search-words.ts";
import { searchableText } from "../../core/text/searchable-text.ts";
import { clipSpan, type Span, sentenceSpans, trimSpan } from "../../core/text/sentences.ts";
import { withTenant } from "../../database/transaction.ts";
import { findVisitorLocale } from "../../tickets/store/visitors.ts";
import { type CandidateRow, findCandidates, findScope } from "../store/search-scope.ts";
import { searchTerms } from "../store/search-terms.ts";
import { boosterFor, languageOf as languageOfLocale } from "./boosts.ts";
import { wordSettings } from "./rank-passages.ts";
import type { SearchDeps } from "./search.ts";

/** Most articles: as many as fit below an input field without much scrolling. */
const maxArticles = 6;
/** Passages ranked before the best one of each document is chosen. */
const candidates = 40;
/** A lower share of the best score comes from a chance match with a minor word. */
const leastShare = 0.3;
/** Too many words contain a single letter; in a script without spaces, one character can be a word. */
const tooShort = /^[^\p{Lo}]?$/u;

/** The unfinished word at the end of the input; none after a space or punctuation. */
const unfinished = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+$/u;

/**
 * Searches while the visitor types, by words alone, so that no model or embedding delays it. Finds the same documents that an answer may
 * use, at most {@link maxArticles}, each with its best passage.
 */
export async function searchArticles(
  deps: Pick<SearchDeps, "db">,
  visitor: { tenantId: string; visitorId: string },
  typed: string,
): Promise<FoundArticle[]> {
  const question = typed.trim();
  if (tooShort.test(question)) return [];
  const beginning =
    searchableText(unfinished.exec(typed)?.[0] ?? "")
      .trim()
      .split(" ")
      .at(-1) ?? "";
  const { rows, hits, locale } = await withTenant(deps.db, visitor.tenantId, async (tx) => {
    const [scope, locale] = await Promise.all([
      findScope(tx, { audience: "public", sets: null, model: null, countTo: 0 }),
      findVisitorLocale(tx, visitor.visitorId),
    ]);
    const documents = scope.found;
    if (documents.only && documents.ids.length === 0) return { rows: [], hits: [], locale };
    const hits = await searchTerms(tx, searchableText(question), {
      ...wordSettings,
      limit: candidates,
      alsoIds: [],
      documents,
      ...(tooShort.test(beginning) ? {} : { beginning }),
    });
    const rows = await findCandidates(
      tx,
      hits.map(({ chunk_id }) => chunk_id),
    );
    return { rows, hits, locale };
  });
  const hasChoice = new Set(rows.map((row) => languageOfLocale(row.locale))).size > 1;
  const boostsOf = boosterFor({ question, now: new Date(), ...(hasChoice && locale !== null ? { locale } : {}) });
  const scores = new Map(hits.map(({ chunk_id, match }) => [chunk_id, match]));
  const scored = rows.map((row) => {
    const match = scores.get(row.chunk_id) ?? 0;
    return { row, score: Object.values(boostsOf(row, match)).reduce((sum, boost) => sum + boost, match) };
  });
  return bestOfEachDocument(scored).map((row) => toArticle(row, typed));
}

function bestOfEachDocument(scored: { row: CandidateRow; score: number }[]): CandidateRow[] {
  const sorted = scored.sort((a, b) => b.score - a.score || (a.row.chunk_id < b.row.chunk_id ? -1 : 1));
  const least = (sorted[0]?.score ?? 0) * leastShare;
  const best = new Map<string, CandidateRow>();
  for (const { row, score } of sorted) {
    if (score < least || best.size === maxArticles) break;
    if (!best.has(row.document_id)) best.set(row.document_id, row);
  }
  return [...best.values()];
}

function toArticle(row: CandidateRow, typed: string): FoundArticle {
  const language = languageOf(row.text, row.locale);
  const terms = termsOf(typed, true).filter(({ isGrammar }) => !isGrammar);
  const quote = quoteOf(row.text, terms, language);
  return {
    id: row.document_id,
    title: row.title,
    heading: row.heading,
    chunk_id: row.chunk_id,
    quote,
    marks: markedSpans(quote, terms, language),
  };
}

/** The sentence with the most different typed words, without Markdown and on one line. */
function quoteOf(text: string, terms: readonly SearchTerm[], language: Language): string {
  let best: { line: string; marks: Span[]; different: number } | undefined;
  for (const span of sentenceSpans(text)) {
    const line = plainLine(text.slice(span.start, span.end));
    const marks = markedSpans(line, terms, language);
    const different = new Set(marks.map(({ start, end }) => line.slice(start, end).toLowerCase())).size;
    if (line !== "" && (best === undefined || different > best.different)) best = { line, marks, different };
  }
  if (!best) return "";
  const { line, marks } = best;
  const [first] = marks;
  const shown = { start: startFor(line, first), end: line.length };
  const { start, end } = clipSpan(line, trimSpan(line, shown), maxArticleQuoteChars - 2);
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

/** A quote starts with its sentence, unless the first word found is too far behind. */
function startFor(line: string, first: Span | undefined): number {
  if (!first || first.end < maxArticleQuoteChars * 0.75) return 0;
  const from = first.start - maxArticleQuoteChars / 4;
  const space = line.indexOf(" ", from);
  return space >= 0 && space < first.start ? space + 1 : first.start;
}

function plainLine(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:#{1,6}|[-*+>]|\d{1,4}[.)])[ \t]+/gm, "")
    .replace(/^(?=.*-{3})[ \t|:-]+$/gm, "")
    .replace(/^`{3,}.*$/gm, "")
    .replace(/\|/g, " ")
    .replace(/(\*\*|__|`)(.+?)\1/gs, "$2")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
