import { fuzzy } from "fast-fuzzy";
import type { CopilotDocument } from "../../protocol/copilot.ts";
import { lastMessages } from "./conversation-summary.ts";
import type { CopilotSaid } from "./ports.ts";

/** A model's reading of a message. Unknown versions are ignored. */
export interface ReadNames {
  /** Each name as written, with the version that it certainly means, or null; `kind` for a mere type, such as "the regulation". */
  names: { name: string; version_id: string | null; kind?: CopilotDocument["kind"] | null }[];
  /** The question about the documents; null for the documents as a whole. */
  focus: string | null;
}

/** @throws ModelFailure */
export type NameDocuments = (
  input: { text: string; known: readonly CopilotDocument[]; said: readonly CopilotSaid[] },
  signal: AbortSignal,
) => Promise<ReadNames>;

/** The documents that a message names. */
export interface NamedDocuments {
  /** In the order of the message. */
  found: CopilotDocument[];
  /** Those of `found` that were taken because nothing else fits; the answer names them and offers others. */
  guessed: CopilotDocument[];
  /** Names that fit several documents, with the candidates. */
  unclear: { name: string; candidates: CopilotDocument[] }[];
  /** Names without a document. */
  unknown: string[];
  focus: string | null;
}

export interface AskedFor {
  text: string;
  /** Every version of every document that the person may see. */
  documents: readonly CopilotDocument[];
  /** Before this message, oldest first. */
  said: readonly CopilotSaid[];
  /** Documents that this conversation has used, the last used first. */
  registry: readonly CopilotDocument[];
}

/** Least similarity of a name to a whole title, digits included (design section 16). */
const minSimilar = 0.85;
/** Documents and messages in the model's prompt. */
const maxKnown = 60;
const saidToModel = 5;
const maxCandidates = 8;

/** The documents that a message names, read by a model. @throws ModelFailure */
export async function namesByModel(
  { text, documents, said, registry }: AskedFor,
  { signal, nameDocuments }: { signal: AbortSignal; nameDocuments: NameDocuments },
): Promise<NamedDocuments> {
  const known = unique([...registry, ...likely(text, documents)]).slice(0, maxKnown);
  const read = await nameDocuments({ text, known, said: lastMessages(said, saidToModel) }, signal);
  const named: NamedDocuments = { found: [], guessed: [], unclear: [], unknown: [], focus: read.focus };
  for (const { name, version_id: id, kind } of read.names) {
    const given = known.find(({ version_id: version }) => version === id);
    if (given) named.found.push(given);
    else if (kind) {
      const ofKind = [registry, documents.filter(({ is_current: isCurrent }) => isCurrent)]
        .map((all) => all.filter((each) => each.kind === kind))
        .find((all) => all.length > 0);
      take(named, name, { titles: [], parts: ofKind ?? [] });
    } else take(named, name, candidatesFor(name, documents));
  }
  return { ...named, found: unique(named.found) };
}

function take(named: NamedDocuments, name: string, { titles, parts }: ReturnType<typeof candidatesFor>): void {
  const candidates = titles.length > 0 ? titles : parts;
  const [one] = candidates;
  if (one && candidates.length === 1) {
    named.found.push(one);
    if (titles.length === 0) named.guessed.push(one);
  } else if (candidates.length > 1) named.unclear.push({ name, candidates: candidates.slice(0, maxCandidates) });
  else named.unknown.push(name);
}

/** Documents with that title, and those whose title has all words of the name. */
function candidatesFor(name: string, documents: readonly CopilotDocument[]) {
  const current = documents.filter(({ is_current: isCurrent }) => isCurrent);
  const titles = current.filter(({ title }) => isSimilar(name, title));
  const words = wordsOf(name).map(({ word }) => word);
  const parts = current.filter(({ title }) => {
    const own = wordsOf(title).map(({ word }) => word);
    return words.length > 0 && words.every((word) => own.some((each) => isSimilar(word, each)));
  });
  const exact = titles.filter(({ title }) => squeezed(title) === squeezed(name));
  return { titles: exact.length > 0 ? exact : titles, parts };
}

/**
 * Without a model: the documents whose whole title is in the message. If the action needs documents, a part of a title with at least
 * two words counts too.
 */
export function namesByTitle(
  { text, documents }: AskedFor,
  { needsDocuments }: { needsDocuments: boolean },
): NamedDocuments {
  const words = wordsOf(text);
  const current = documents.filter(({ is_current: isCurrent }) => isCurrent);
  const spots = current.flatMap((document) => spotOf(words, text, { document, needsDocuments }) ?? []);
  const kept = spots.filter(
    (spot) => !spots.some((other) => other !== spot && covers(other, spot) && !covers(spot, other)),
  );
  const named: NamedDocuments = { found: [], guessed: [], unclear: [], unknown: [], focus: null };
  for (const place of [...new Set(kept.map(({ from }) => from))].toSorted((one, other) => one - other)) {
    const same = kept.filter(({ from }) => from === place);
    const best = Math.max(...same.map(({ score }) => score));
    const candidates = same.filter(({ score }) => score === best).map(({ document }) => document);
    const [one] = candidates;
    if (one && candidates.length === 1) named.found.push(versionBeside(text, one, documents));
    else named.unclear.push({ name: one?.title ?? "", candidates });
  }
  if (needsDocuments && kept.length === 0) takePart(named, words, current);
  return named;
}

interface Spot {
  document: CopilotDocument;
  from: number;
  to: number;
  score: number;
}

function covers(one: Spot, other: Spot): boolean {
  return one.from <= other.from && one.to >= other.to;
}

/** The position of a title among the words of a message. */
function spotOf(
  words: Word[],
  text: string,
  { document, needsDocuments }: { document: CopilotDocument; needsDocuments: boolean },
): Spot | null {
  const { title } = document;
  const own = wordsOf(title);
  const [count, initial] = [own.length, own[0]?.word[0]];
  const isPlainWord = count === 1 && !/\p{N}/u.test(title) && !needsDocuments;
  let best: Spot | null = null;
  for (let from = 0; from < words.length; from += 1) {
    const first = words[from];
    // Similar titles rarely begin with different letters, so comparing the first letter saves most comparisons.
    if (!first || first.word[0] !== initial) continue;
    for (let size = Math.max(1, count - 1); size <= count + 1; size += 1) {
      const last = words[from + size - 1];
      if (!last) break;
      const said = text.slice(first.start, last.end);
      // A title of one plain word counts if it is capitalized like the title, or if the action needs documents.
      if (isPlainWord && !(first.start > 0 && said === title)) continue;
      const score = similarity(said, title);
      if (score >= minSimilar && score > (best?.score ?? 0)) best = { document, from, to: from + size, score };
    }
  }
  return best;
}

/** The longest run of words inside titles: one document is taken and named, several are offered. */
function takePart(named: NamedDocuments, words: Word[], current: readonly CopilotDocument[]): void {
  const textOf = (title: string) => wordsOf(title).map(({ word }) => word);
  const titles = current.map((document) => ({ document, text: ` ${textOf(document.title).join(" ")} ` }));
  for (let size = Math.min(words.length, 12); size >= 2; size -= 1)
    for (let from = 0; from + size <= words.length; from += 1) {
      const run = words.slice(from, from + size).map(({ word }) => word);
      const candidates = titles
        .filter(({ text }) => text.includes(` ${run.join(" ")} `))
        .map(({ document }) => document);
      if (candidates.length === 0) continue;
      return take(named, run.join(" "), { titles: [], parts: candidates });
    }
}

/** The version whose label is in the message, for example "Travel policy 2024". */
function versionBeside(text: string, current: CopilotDocument, documents: readonly CopilotDocument[]): CopilotDocument {
  const said = squeezed(text);
  const labelled = documents.filter(
    ({ document_id: id, label, title }) =>
      id === current.document_id && label !== null && said.includes(squeezed(`${title} ${label}`)),
  );
  return labelled.length === 1 && labelled[0] ? labelled[0] : current;
}

/** Candidates for the model: versions whose title shares words with the message, most shared words first. */
function likely(text: string, documents: readonly CopilotDocument[]): CopilotDocument[] {
  const said = new Set(wordsOf(text).map(({ word }) => word));
  const shared = (title: string) => wordsOf(title).filter(({ word }) => said.has(word)).length;
  const holds = (title: string) => squeezed(text).includes(squeezed(title));
  return documents
    .map((document) => ({ document, count: shared(document.title) + (holds(document.title) ? 10 : 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(({ document }) => document);
}

interface Word {
  word: string;
  start: number;
  end: number;
}

/** Most words of a message that are compared. */
const maxWords = 200;
/** Longer titles and names are not compared letter by letter. */
const maxNameChars = 100;

function wordsOf(text: string): Word[] {
  return [...text.slice(0, 20 * maxWords).matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu)]
    .slice(0, maxWords)
    .map(({ 0: word, index }) => ({
      word: folded(word),
      start: index,
      end: index + word.length,
    }));
}

function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Letters and digits alone. */
function squeezed(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]/gu, "");
}

export function isSimilar(name: string, title: string): boolean {
  return similarity(name, title) >= minSimilar;
}

/** The share of letters and digits that need no edit, 0 to 1; 0 when digits differ. */
function similarity(name: string, title: string): number {
  if (Math.abs(name.length - title.length) > maxNameChars) return 0;
  const [one, other] = [squeezed(name), squeezed(title)];
  const longest = Math.max(one.length, other.length);
  if (longest === 0 || Math.abs(one.length - other.length) > longest * (1 - minSimilar)) return 0;
  if (one === other) return 1;
  if (longest > maxNameChars) return 0;
  if (one.replace(/\D/g, "") !== other.replace(/\D/g, "")) return 0;
  return fuzzy(one, other, { useSellers: false, ignoreSymbols: false });
}

export function unique(documents: readonly CopilotDocument[]): CopilotDocument[] {
  return [...new Map(documents.map((each) => [each.version_id, each])).values()];
}
