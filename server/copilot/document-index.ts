import type { CopilotDocument } from "../../protocol/copilot.ts";
import { type NameToken, nameTokens, oneOf } from "./name-tokens.ts";

/** A document with all of its versions, and its title as it may be said. */
export interface Family {
  id: string;
  title: string;
  /** Oldest first. */
  versions: CopilotDocument[];
  /** Words of the title in order, in the singular. */
  words: string[];
  /** The same as they stand there. */
  exact: string;
  /** Words that tell this title from others: without the grammar and what half the library begins with. */
  core: string[];
  /** What the title may be shortened to: DPA, AUP. */
  acronyms: Set<string>;
}

export interface DocumentIndex {
  families: Family[];
  /** Words that so many titles have that they tell nothing: mostly the company's name. */
  common: Set<string>;
}

const grammar = new Set(
  "the a an of to and or for in on with your our my how is are as at by from do does when what i be not der die das des dem den ein eine und oder fur zu zur zum im von mit la le les l de du d et el los las y del con para".split(
    " ",
  ),
);
/** Kinds of documents. They name none alone, and people mix them up. */
export const kinds = new Set(
  "policy term condition agreement statement guide guideline page document doc contract addendum handbook manual notice leaflet bylaw schedule faq article form rule procedure list reference how-to whitepaper tariff bedingung richtlinie satzung ordnung vertrag erklarung seite dokument politique reglement politica termino condicion guia".split(
    " ",
  ),
);

const germanKind =
  /\p{L}{3}(?:bedingung|hinweise?|richtlinie|ordnung|satzung|erklarung|vereinbarung|handbuch|leitfaden|regelung|liste|vertrag)$/u;

/** A kind of document, also as the end of a German word: "Datenschutzhinweise". */
export function isKind(one: string): boolean {
  return kinds.has(one) || germanKind.test(one);
}

/** A word in this share of the titles, and in at least so many, tells none of them. */
const commonShare = 0.15;
const leastCommon = 4;

/** All titles made ready to be looked for. Takes time in proportion to the library, a few milliseconds for a thousand. */
export function indexDocuments(documents: readonly CopilotDocument[]): DocumentIndex {
  const byId = new Map<string, CopilotDocument[]>();
  for (const each of documents) byId.set(each.document_id, [...(byId.get(each.document_id) ?? []), each]);
  const counts = new Map<string, number>();
  const titles = [...byId].map(([id, versions]) => {
    const inOrder = versions.toSorted((one, other) => one.version - other.version);
    const title = (inOrder.find(({ is_current }) => is_current) ?? inOrder.at(-1))?.title ?? "";
    const tokens = nameTokens(title);
    for (const word of new Set(tokens.map(({ one }) => one))) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { id, title, versions: inOrder, tokens };
  });
  const least = Math.max(leastCommon, titles.length * commonShare);
  const common = new Set([...counts].flatMap(([word, count]) => (count >= least && !kinds.has(word) ? [word] : [])));
  const families = titles.map(({ tokens, ...family }) => ({
    ...family,
    words: tokens.map(({ one }) => one),
    exact: tokens.map(({ word }) => word).join(" "),
    core: coreOf(
      tokens.map(({ one }) => one),
      common,
    ),
    acronyms: acronymsOf(tokens, family.title, common),
  }));
  return { families, common };
}

/** Words of meaning, without the common ones; where nothing else is left, with them. */
export function coreOf(words: readonly string[], common: ReadonlySet<string>): string[] {
  const meant = [...new Set(words.filter((word) => !grammar.has(word)))];
  const own = meant.filter((word) => !common.has(word));
  return own.length > 0 ? own : meant;
}

function acronymsOf(tokens: NameToken[], title: string, common: ReadonlySet<string>): Set<string> {
  const initials = (words: string[]) => words.map((word) => word[0] ?? "").join("");
  const words = tokens.map(({ word }) => word);
  const own = words.filter((word) => !common.has(oneOf(word)));
  const lists = [words, own, words.filter((word) => !grammar.has(word)), own.filter((word) => !grammar.has(word))];
  const found = new Set(lists.filter((list) => list.length > 1).map(initials));
  const given = /\(([\p{Lu}\p{N}]{2,8})\)/u.exec(title)?.[1];
  if (given) found.add(given.toLowerCase());
  return found;
}
