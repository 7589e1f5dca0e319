import { languageOf } from "./language.ts";
import { isUnspacedRun, matchesTerm, partsOf, type SearchTerm, searchTokens } from "./search-words.ts";
import type { Span } from "./sentences.ts";

/** A piece of a text; `hit` marks a match. Always plain text. */
export interface Segment {
  text: string;
  hit: boolean;
}

/** Length of a list line, in characters. */
const snippetChars = 160;
/** Characters of context before the first match. */
const leadChars = 40;
/** Only this much of a longer text is searched. */
const maxChars = 20_000;

/** The matches in a text, in order and without overlap. */
export function markedSpans(text: string, terms: readonly SearchTerm[], language = languageOf(text)): Span[] {
  const spans: Span[] = [];
  for (const { token, start } of searchTokens(text.slice(0, maxChars))) {
    if (isUnspacedRun(token)) spans.push(...spansOfRun(token, start, terms));
    else if (partsOf(token).some((part) => terms.some((term) => matchesTerm(part, term, language))))
      spans.push({ start, end: start + token.length });
  }
  return spans;
}

/** The whole text in pieces; null without a match. */
export function markText(text: string, terms: readonly SearchTerm[]): Segment[] | null {
  const spans = markedSpans(text, terms);
  return spans.length === 0 ? null : cutAt(text, spans, { start: 0, end: text.length });
}

/** The part of a text with the most matches, on one line; null without a match. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Segment[] | null {
  const line = text.slice(0, maxChars).replace(/\s+/gu, " ").trim();
  const spans = markedSpans(line, terms);
  if (spans.length === 0) return null;
  const near = (first: Span) => spans.filter(({ start }) => start >= first.start && start < first.start + snippetChars);
  const best = spans.reduce((one, other) => (near(other).length > near(one).length ? other : one));
  const start = best.start <= leadChars ? 0 : line.indexOf(" ", best.start - leadChars) + 1 || best.start;
  const from = Math.min(start, best.start);
  const to = Math.min(line.length, from + snippetChars);
  const segments = cutAt(line, spans, { start: from, end: to });
  return [
    ...(from > 0 ? [{ text: "… ", hit: false }] : []),
    ...segments,
    ...(to < line.length ? [{ text: " …", hit: false }] : []),
  ];
}

function cutAt(text: string, spans: readonly Span[], { start, end }: Span): Segment[] {
  const segments: Segment[] = [];
  let at = start;
  for (const span of spans) {
    if (span.end <= start || span.start >= end) continue;
    if (span.start > at) segments.push({ text: text.slice(at, span.start), hit: false });
    segments.push({ text: text.slice(Math.max(at, span.start), Math.min(span.end, end)), hit: true });
    at = Math.min(span.end, end);
  }
  if (at < end) segments.push({ text: text.slice(at, end), hit: false });
  return segments;
}

function spansOfRun(run: string, offset: number, terms: readonly SearchTerm[]): Span[] {
  const forms = terms.flatMap(({ forms: [form = ""] }) => (form !== "" && isUnspacedRun(form) ? [form] : []));
  const spans: Span[] = [];
  for (let at = 0; at < run.length; at += 1) {
    const form = forms.find((each) => run.startsWith(each, at));
    if (form === undefined) continue;
    const last = spans.at(-1);
    const span = { start: offset + at, end: offset + at + form.length };
    if (last && last.end >= span.start) last.end = Math.max(last.end, span.end);
    else spans.push(span);
  }
  return spans;
}
