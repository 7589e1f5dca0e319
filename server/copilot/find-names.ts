import type { CopilotAction } from "../../protocol/copilot.ts";
import { type DocumentIndex, type Family, isKind, kinds } from "./document-index.ts";
import { lengthened } from "./longer-names.ts";
import { slip } from "./match-title.ts";
import { type NameToken, nameTokens } from "./name-tokens.ts";
import { connectors, determiners, focusWords, ownText, scaffold, sourceWords } from "./name-words.ts";
import { type VersionSpan, versionSpans } from "./which-version.ts";

/** Words that may name a document. */
export interface NameSpan {
  tokens: NameToken[];
  from: number;
  to: number;
  /** Of which documents it is the title, letter for letter or with a slip. Null: it has to be looked up. */
  title: Family[] | null;
  /** Whether the words say that a document is meant, so that it is missed when it is not there, or only may. */
  sign: "certain" | "likely";
}

export interface FoundNames {
  tokens: NameToken[];
  spans: NameSpan[];
  versions: VersionSpan[];
}

/** A slip in a whole title within a text; stricter than for a name that stands alone, since more words are tried. */
const leastTitleSlip = 0.9;
const quotedName = /["“”„«»‘]([^"“”„«»‘’\n]{2,120})["“”„«»’]/gu;
/** A name that nobody knows is not longer than this. */
const maxNameTokens = 7;

/** Names in a text, in order, and the words that pick versions. */
export function findNames(text: string, index: DocumentIndex, action: CopilotAction | null): FoundNames {
  const tokens = nameTokens(text);
  const titles = titleSpans(tokens, index, action).map((span) => lengthened(span, tokens, index));
  const taken = new Set(titles.flatMap(({ from, to }) => range(from, to)));
  const versions = versionSpans(tokens).filter(({ from, to }) => !range(from, to).some((at) => taken.has(at)));
  for (const { from, to } of versions) for (const at of range(from, to)) taken.add(at);
  const quotes = quoteSpans(text, tokens).filter(({ from, to }) => !range(from, to).some((at) => taken.has(at)));
  for (const { from, to } of quotes) for (const at of range(from, to)) taken.add(at);
  const rest = chunks(text, tokens, taken).flatMap((chunk) => named(chunk, tokens, action));
  const spans = [...titles, ...quotes, ...rest].filter(({ from }) => !isExcluded(tokens, from));
  return { tokens, spans: spans.sort((one, other) => one.from - other.from), versions };
}

/** "The terms instead of the refund policy", "not the terms": named, and not wanted. */
function isExcluded(tokens: readonly NameToken[], from: number): boolean {
  let at = from - 1;
  while (determiners.has(tokens[at]?.word ?? "")) at -= 1;
  const [before = "", last = ""] = [tokens[at - 1]?.word, tokens[at]?.word];
  return excluding.test(last) || excluding.test(`${before} ${last}`);
}

const excluding =
  /^(?:not|nor|except|excluding|without|nicht|ausser|ohne|statt|anstatt|(?:instead|ahead) of|(?:rather|other) than)$/u;

/** Whole titles of two words and more, the longest first. */
function titleSpans(tokens: NameToken[], { families }: DocumentIndex, action: CopilotAction | null): NameSpan[] {
  const spans: NameSpan[] = [];
  const taken = new Set<number>();
  const lengths = [...new Set(families.map(({ words }) => words.length))].sort((one, other) => other - one);
  for (const isSlip of [false, true]) {
    for (const length of lengths) {
      if (length < 2) continue;
      const ofLength = families.filter(({ words }) => words.length === length);
      for (let from = 0; from + length <= tokens.length; from += 1) {
        const places = range(from, from + length);
        if (places.some((at) => taken.has(at))) continue;
        const window = tokens.slice(from, from + length);
        const title = isSlip ? slipped(window, ofLength) : said(window, ofLength);
        if (title.length === 0) continue;
        const span: NameSpan = { tokens: window, from, to: from + length, title, sign: "certain" };
        if (action === "inquire" && !isAsked(span, tokens)) continue;
        spans.push(span);
        for (const at of places) taken.add(at);
      }
    }
  }
  return spans;
}

function said(window: NameToken[], families: Family[]): Family[] {
  const exact = window.map(({ word }) => word).join(" ");
  const whole = families.filter((family) => family.exact === exact);
  if (whole.length > 0) return whole;
  const ones = window.map(({ one }) => one).join(" ");
  return families.filter(({ words }) => words.join(" ") === ones);
}

function slipped(window: NameToken[], families: Family[]): Family[] {
  const ones = window.map(({ one }) => one);
  const isNear = (words: string[]) => {
    const same = words.filter((word, at) => ones[at] === word).length;
    return same * 2 >= words.length && slip(ones, words) >= leastTitleSlip;
  };
  return families.filter(({ words }) => isNear(words));
}

/** In a question the words of a title may simply be the subject: it is a document where they say so. */
function isAsked({ tokens: title, from, to }: NameSpan, tokens: NameToken[]): boolean {
  if (title.some(({ one }) => kinds.has(one) && one !== "list" && one !== "form")) return true;
  const behind = tokens[to]?.word ?? "";
  const isCalled = ["page", "article", "guide", "document", "doc", "docs", "say", "says", "mention", "seite"].includes(
    behind,
  );
  const before = tokens.slice(Math.max(0, from - 3), from).map(({ word }) => word);
  return isCalled || before.includes("according") || before.includes("laut");
}

function quoteSpans(text: string, tokens: NameToken[]): NameSpan[] {
  return [...text.matchAll(quotedName)].flatMap(({ 0: whole, index }) => {
    const from = tokens.findIndex(({ start }) => start >= index);
    const inside = tokens.filter(({ start, end }) => start >= index && end <= index + whole.length);
    if (inside.length === 0 || inside.length > maxNameTokens || from < 0) return [];
    return [{ tokens: inside, from, to: from + inside.length, title: null, sign: "certain" as const }];
  });
}

interface Chunk {
  from: number;
  to: number;
}

/** Runs of words that may be part of a name, between the words of the sentence. */
function chunks(text: string, tokens: NameToken[], taken: ReadonlySet<number>): Chunk[] {
  const found: Chunk[] = [];
  let from = -1;
  const close = (to: number) => {
    if (from >= 0 && to > from) found.push({ from, to });
    from = -1;
  };
  for (const [at, token] of tokens.entries()) {
    const gap = text.slice(tokens[at - 1]?.end ?? 0, token.start);
    if (/[,.;:!?()\n@"“”]/u.test(gap)) close(at);
    if (taken.has(at) || isBorder(token)) close(at);
    else if (from < 0) from = at;
  }
  close(tokens.length);
  return found;
}

function isBorder({ word, one }: NameToken): boolean {
  return (
    connectors.has(word) ||
    focusWords.has(word) ||
    determiners.has(word) ||
    sourceWords.has(word) ||
    (scaffold.has(word) && !kinds.has(one)) ||
    isPlainKind(word)
  );
}

/** "The page on webhooks": a kind that everything is names nothing. */
function isPlainKind(word: string): boolean {
  return ["document", "documents", "doc", "docs", "page", "pages", "article", "articles", "dokument", "seite"].includes(
    word,
  );
}

/** A run of words as a name, with how much speaks for it. */
function named({ from, to }: Chunk, tokens: NameToken[], action: CopilotAction | null): NameSpan[] {
  const words = tokens.slice(from, to);
  const before = tokens[from - 1]?.word ?? "";
  const isOwnText =
    words.every(({ one }) => ownText.has(one)) || (action === "audit" && ownText.has(words.at(-1)?.one ?? ""));
  if (from === 0 && words.length === 1 && isVerb(words[0]?.word ?? "")) return [];
  if (isOwnText || words.length > maxNameTokens) return [];
  const last = words.at(-1);
  const hasKind = last !== undefined && isKind(last.one);
  const isTagged = determiners.has(before) || sourceWords.has(before) || (hasKind && connectors.has(before));
  const isObject =
    action !== null &&
    action !== "inquire" &&
    (connectors.has(before) || determiners.has(before) || scaffold.has(before) || before === "of" || from === 0);
  const isFocus = isInFocus(tokens, from);
  const isPage = isTagged && action === "inquire" && isPlainKind(tokens[to]?.word ?? "");
  const isBare = words.every(({ one }) => kinds.has(one));
  const sign = signOf({ hasKind: hasKind || isPage, isTagged, isObject, isFocus, isBare, action });
  if (sign !== null) return [{ tokens: words, from, to, title: null, sign }];
  return action === "inquire" && isTagged && isAcronym(words)
    ? [{ tokens: words, from, to, title: null, sign: "likely" }]
    : [];
}

/** "Only about costs", "in three lines", "on the page about costs" but not "the page on costs": what is looked at, or how, is no document. */
function isInFocus(tokens: NameToken[], from: number): boolean {
  let at = from - 1;
  while (at >= 0 && from - at < 5) {
    const word = tokens[at]?.word ?? "";
    if (focusWords.has(word)) return !isPlainKind(tokens[at - 1]?.word ?? "");
    if (!determiners.has(word) && !scaffold.has(word)) return false;
    at -= 1;
  }
  return false;
}

function isAcronym(words: NameToken[]): boolean {
  return words.length === 1 && /^\p{Lu}{2,8}$/u.test(words[0]?.raw ?? "");
}

const verbs = ["summarize", "summarise", "compare", "audit", "check", "overview", "vergleiche"];

/** A verb with a slip in it is no name. */
function isVerb(word: string): boolean {
  return verbs.some((verb) => slip([word], [verb]) >= 0.7);
}

function signOf(seen: {
  hasKind: boolean;
  isTagged: boolean;
  isObject: boolean;
  isFocus: boolean;
  isBare: boolean;
  action: CopilotAction | null;
}): NameSpan["sign"] | null {
  if (seen.action === "inquire") {
    // "Under which conditions", "the terms of payment": without a subject of its own it is no name.
    return seen.hasKind && !seen.isBare && seen.isTagged ? "certain" : null;
  }
  if (seen.hasKind) return "certain";
  return seen.isObject && !seen.isFocus ? "certain" : null;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
