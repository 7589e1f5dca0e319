import { type DocumentIndex, type Family, kinds } from "./document-index.ts";
import type { NameSpan } from "./find-names.ts";
import { empty, matchTitle } from "./match-title.ts";
import type { NameToken } from "./name-tokens.ts";
import { connectors, determiners, scaffold } from "./name-words.ts";

/** Words in front of a title that may belong to the name. */
const mostBefore = 3;
/** And behind it, with the words that join them: "terms of service for sponsors". */
const mostBehind = 4;
const joining = new Set(["for", "of", "on", "to", "in", "about", "fur", "zu", "zum", "zur", "von"]);

/**
 * A title may stand within the name of another document: "marketplace terms of service" names none that is called "Terms of Service". With the words
 * beside it the name is either the other title for certain, or may mean both.
 */
export function lengthened(span: NameSpan, tokens: readonly NameToken[], index: DocumentIndex): NameSpan {
  const [only] = span.title ?? [];
  if (!only || span.title?.length !== 1) return span;
  for (let from = span.from - 1; from >= Math.max(0, span.from - mostBefore); from -= 1) {
    if (isEnd(tokens[from])) break;
    const name = tokens.slice(from, span.to);
    const match = matchTitle(name, index);
    if (match && "certain" in match && match.certain !== only)
      return { ...span, tokens: name, from, title: [match.certain] };
  }
  const beside = [...wordsBefore(span, tokens), ...wordsBehind(span, tokens)].filter((word) => !index.common.has(word));
  const others = index.families.filter((family) => family !== only && isLonger(family, only, beside));
  return others.length === 0 ? span : { ...span, title: [only, ...others] };
}

function isEnd(token: NameToken | undefined): boolean {
  return !token || connectors.has(token.word) || determiners.has(token.word) || isPlain(token);
}

function isPlain({ word, one }: NameToken): boolean {
  return scaffold.has(word) && !kinds.has(one);
}

/** Words right in front of the title, over "to the" and the like. */
function wordsBefore({ from }: NameSpan, tokens: readonly NameToken[]): string[] {
  const words: string[] = [];
  for (let at = from - 1; at >= Math.max(0, from - mostBefore); at -= 1) {
    const token = tokens[at];
    if (token && (joining.has(token.word) || determiners.has(token.word))) continue;
    if (!token || connectors.has(token.word) || isPlain(token)) break;
    words.push(token.one);
  }
  return words;
}

/** Words behind it, when one that joins comes first. */
function wordsBehind({ to }: NameSpan, tokens: readonly NameToken[]): string[] {
  if (!joining.has(tokens[to]?.word ?? "")) return [];
  const words: string[] = [];
  for (const token of tokens.slice(to + 1, to + 1 + mostBehind)) {
    if (connectors.has(token.word) || isPlain(token)) break;
    if (!determiners.has(token.word)) words.push(token.one);
  }
  return words;
}

/** Whether a title has the subject of the other and a word that stands beside it. */
function isLonger({ words }: Family, { core }: Family, beside: readonly string[]): boolean {
  const subject = core.filter((word) => !empty.has(word) && !(core.length > 1 && kinds.has(word) && hasOther(core)));
  return (
    subject.length > 0 &&
    subject.every((word) => words.includes(word)) &&
    beside.some((word) => !core.includes(word) && words.includes(word))
  );
}

/** A kind of document tells a title only where nothing else does. */
function hasOther(core: readonly string[]): boolean {
  return core.some((word) => !kinds.has(word) && !empty.has(word));
}
