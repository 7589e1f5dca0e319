import type { CopilotAction, CopilotDocument } from "../../protocol/copilot.ts";
import { type DocumentIndex, type Family, indexDocuments } from "./document-index.ts";
import { type FoundNames, findNames, type NameSpan } from "./find-names.ts";
import { matchTitle } from "./match-title.ts";
import { type Named, pickVersions, unique } from "./pick-versions.ts";
import { type PointedAt, pointBack } from "./point-back.ts";
import type { CopilotSaid, NamedDocuments } from "./ports.ts";
import { lastSaid } from "./talk-summary.ts";
import { currentOf } from "./which-version.ts";

/** What a model takes names for; ids that were not given to it count for nothing. @throws ModelFailure */
export type NameDocuments = (
  input: { text: string; registry: readonly CopilotDocument[]; said: readonly CopilotSaid[] },
  signal: AbortSignal,
) => Promise<{ name: string; version_id: string }[]>;

export interface AskedFor {
  text: string;
  /** What is to be done with them; null where that is not known. */
  action?: CopilotAction | null;
  /** Every version of every document that the person may see. */
  documents: readonly CopilotDocument[];
  /** Before this message, oldest first. */
  said: readonly CopilotSaid[];
  /** Documents that this conversation has used, those used last first. */
  registry: readonly CopilotDocument[];
  /** Those of the last result, in the order in which a person saw them. */
  shown?: readonly CopilotDocument[];
  /** Tagged with `@`: certain, whatever the words say. */
  tagged?: readonly CopilotDocument[];
  /** For "last year's". */
  now?: Date;
}

export interface NamePorts {
  signal?: AbortSignal;
  /** Without it the rules decide alone. */
  nameDocuments?: NameDocuments;
}

/** Messages that a model sees where no title of the registry is in the text. */
const saidToModel = 5;

/**
 * The documents that a message means. Certain is what was tagged, a title with at most a slip in it, and what words like "the second one" can only
 * mean; a model is asked only where that leaves something open, and only about documents of this conversation. What fits several, or one by part,
 * is `unclear`; a name of nothing is `unknown`. Neither is ever guessed.
 */
export async function resolveNames(asked: AskedFor, ports: NamePorts = {}): Promise<NamedDocuments> {
  const byWords = resolveByWords(asked);
  const { nameDocuments } = ports;
  if (!nameDocuments || asked.registry.length === 0 || !isOpen(byWords, asked)) return byWords;
  const hasTitle = asked.registry.some(({ title }) => asked.text.toLowerCase().includes(title.toLowerCase()));
  const said = hasTitle ? [] : lastSaid(asked.said, saidToModel);
  const signal = ports.signal ?? new AbortController().signal;
  const picks = await nameDocuments({ text: asked.text, registry: asked.registry, said }, signal);
  return withPicks(byWords, picks, asked.registry);
}

/** The same without a model. */
export function resolveByWords(asked: AskedFor): NamedDocuments {
  const { text, documents, action = null, tagged = [], now = new Date() } = asked;
  const index = indexDocuments(documents);
  const names = findNames(text, index, action);
  const matched = matchNames(names, index, asked);
  const named = [...taggedAs(tagged, index), ...matched.named.filter(({ family }) => !isTagged(family, tagged))];
  const pointed = pointedAt(names, named, { ...asked, action });
  const about = named.length === 0 && matched.isSettled ? familyOfVersions(names, index, asked) : named;
  const picked = "ask" in about ? { found: [], unclear: [about.ask] } : pickVersions(about, { ...names, action, now });
  const result = withTagged({ ...picked, unclear: [...matched.unclear, ...picked.unclear] }, tagged, action);
  return withPointed(
    { ...result, unknown: matched.unknown },
    "ask" in about || about.length > named.length ? null : pointed,
  );
}

function matchNames(names: FoundNames, index: DocumentIndex, { registry }: AskedFor) {
  const named: Named[] = [];
  const unclear: NamedDocuments["unclear"] = [];
  const unknown: string[] = [];
  const used = new Set<string>(registry.map(({ document_id: id }) => id));
  for (const span of names.spans) {
    const near = nearOf(span, index);
    if (span.sign === "likely" && !isSure(span, index)) continue;
    if (near === null) {
      unknown.push(nameOf(span));
      continue;
    }
    const ofTalk = near.filter(({ id }) => used.has(id));
    const [one] = ofTalk.length === 1 && !isWholeTitle(span) ? ofTalk : near;
    if (one && (near.length === 1 || ofTalk.length === 1) && (isSure(span, index) || ofTalk.length === 1))
      named.push({ family: one, from: span.from, to: span.to });
    else unclear.push({ name: nameOf(span), candidates: near.flatMap((family) => currentOf(family) ?? []) });
  }
  return { named, unclear, unknown, isSettled: unclear.length + unknown.length === 0 };
}

function nearOf(span: NameSpan, index: DocumentIndex): Family[] | null {
  if (span.title) return span.title;
  const match = matchTitle(span.tokens, index);
  if (match === null) return null;
  return "certain" in match ? [match.certain] : match.near;
}

function isSure(span: NameSpan, index: DocumentIndex): boolean {
  if (span.title) return span.title.length === 1;
  const match = matchTitle(span.tokens, index);
  return match !== null && "certain" in match;
}

function isWholeTitle({ title }: NameSpan): boolean {
  return title !== null && title.length === 1;
}

function nameOf({ tokens }: NameSpan): string {
  return tokens.map(({ raw }) => raw).join(" ");
}

function taggedAs(tagged: readonly CopilotDocument[], { families }: DocumentIndex): Named[] {
  return tagged.flatMap((document) => {
    const family = families.find(({ id }) => id === document.document_id);
    return family ? [{ family, from: -1, to: -1, tagged: document }] : [];
  });
}

function isTagged({ id }: Family, tagged: readonly CopilotDocument[]): boolean {
  return tagged.some(({ document_id: each }) => each === id);
}

/** What was tagged is never lost to a word beside it. */
function withTagged(
  picked: Pick<NamedDocuments, "found" | "unclear">,
  tagged: readonly CopilotDocument[],
  action: CopilotAction | null,
): Pick<NamedDocuments, "found" | "unclear"> {
  if (tagged.length === 0 || (action !== "compare" && picked.found.length > 0 && tagged.length === 1)) {
    return tagged.length === 0
      ? picked
      : { ...picked, found: unique([...tagged, ...picked.found.filter(isOther(tagged))]) };
  }
  return { ...picked, found: unique([...tagged, ...picked.found]) };
}

function isOther(tagged: readonly CopilotDocument[]) {
  return ({ document_id: id }: CopilotDocument) => !tagged.some((each) => each.document_id === id);
}

const noPointing = { name: "", found: [] };

/** Words that point back, where they can say something: with no name, for the other side of a comparison, or "the second one" beside a name. */
function pointedAt(
  names: FoundNames,
  named: readonly Named[],
  asked: AskedFor & { action: CopilotAction | null },
): PointedAt {
  const { shown = [], registry, action } = asked;
  const pointed = pointBack(names.tokens, { shown, used: registry, action });
  if (!pointed) return null;
  const isPlain = /^(?:it|them|these|those|they|both|the two)\b/u.test(pointed.name);
  const mayAdd = named.length === 0 || (action === "compare" && named.length === 1) || !isPlain;
  return mayAdd ? pointed : noPointing;
}

function withPointed(result: NamedDocuments, pointed: PointedAt): NamedDocuments {
  if (!pointed) return result;
  if ("found" in pointed) return { ...result, found: unique([...pointed.found, ...result.found]) };
  return { ...result, unclear: [...result.unclear, { name: pointed.name, candidates: unique(pointed.candidates) }] };
}

/** "And the old version?" without a name: of the document that was looked at last, if it was one. */
function familyOfVersions(
  { versions, tokens }: FoundNames,
  { families }: DocumentIndex,
  { registry, shown = [], action = null }: AskedFor,
): Named[] | { ask: NamedDocuments["unclear"][number] } {
  const spans = action === "inquire" || action === null ? versions.filter(({ alone }) => alone) : versions;
  const said = tokens.map(({ word }) => word).join(" ");
  const isBoth = /\b(?:both|two|beiden?|zwei) (?:versions|versionen|fassungen)\b/u.test(said);
  if (spans.length === 0 && !isBoth) return [];
  const last = shown.length > 0 ? shown : registry;
  const ids = new Set<string>(last.map(({ document_id: id }) => id));
  const ofTalk = families.filter(({ id }) => ids.has(id));
  const [only] = ofTalk;
  if (ofTalk.length === 1 && only) return [{ family: only, from: -1, to: -1 }];
  const name = spans
    .map(({ from, to }) =>
      tokens
        .slice(from, to)
        .map(({ raw }) => raw)
        .join(" "),
    )
    .join(", ");
  return ofTalk.length === 0
    ? []
    : { ask: { name: name || "both versions", candidates: ofTalk.flatMap((family) => family.versions) } };
}

function isOpen({ found, unclear, unknown }: NamedDocuments, { action, tagged = [] }: AskedFor): boolean {
  if (unclear.length + unknown.length > 0) return true;
  return found.length === 0 && tagged.length === 0 && action !== "inquire";
}

/**
 * What the model says, as far as the words allow it: one of the candidates that the rules left, or, where they found nothing at all, a document
 * of this conversation. A name that no title has stays a question, with the model's pick as the choice.
 */
function withPicks(
  byWords: NamedDocuments,
  picks: readonly { name: string; version_id: string }[],
  registry: readonly CopilotDocument[],
): NamedDocuments {
  const known = picks.flatMap(({ name, version_id: id }) => {
    const document = registry.find((each) => each.version_id === id);
    return document ? [{ name: name.toLowerCase().trim(), document }] : [];
  });
  if (byWords.found.length + byWords.unclear.length + byWords.unknown.length === 0)
    return { ...byWords, found: unique(known.map(({ document }) => document)) };
  const found = [...byWords.found];
  const unclear: NamedDocuments["unclear"] = [];
  for (const each of byWords.unclear) {
    const pick = known.filter(({ name }) => isSameName(name, each.name)).map(({ document }) => document);
    const [one] = pick.filter((document) => each.candidates.some(({ version_id: id }) => id === document.version_id));
    if (pick.length === 1 && one) found.push(one);
    else unclear.push(each);
  }
  const unknown: string[] = [];
  for (const name of byWords.unknown) {
    const candidates = known.filter((pick) => isSameName(pick.name, name)).map(({ document }) => document);
    if (candidates.length > 0) unclear.push({ name, candidates });
    else unknown.push(name);
  }
  return { found: unique(found), unclear, unknown };
}

function isSameName(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || a.endsWith(` ${b}`) || b.endsWith(` ${a}`);
}
