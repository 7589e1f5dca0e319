import type { CopilotAction, CopilotDocument } from "../../protocol/copilot.ts";
import type { Family } from "./document-index.ts";
import type { NameToken } from "./name-tokens.ts";
import type { NamedDocuments } from "./ports.ts";
import {
  currentOf,
  numberBehind,
  ordinalBefore,
  type VersionSpan,
  type VersionWord,
  versionOf,
} from "./which-version.ts";

/** A document that a text names, and where. */
export interface Named {
  family: Family;
  from: number;
  to: number;
  /** The version that was tagged; else the one that holds. */
  tagged?: CopilotDocument;
}

interface Words {
  tokens: readonly NameToken[];
  versions: readonly VersionSpan[];
  action: CopilotAction | null;
  now: Date;
}

type Picked = Pick<NamedDocuments, "found" | "unclear">;

const bothVersions =
  /\b(?:both|two|all|the|between) (?:the )?versions\b|\bversions of\b|\b(?:beiden?|zwei|zwischen den) (?:versionen|fassungen)\b|\bles deux versions\b|\blas dos versiones\b/u;
const changes =
  /\b(?:chang\p{L}*|differ\p{L}*|new in|new since|diff|geandert\p{L}*|anderung\p{L}*|unterschied\p{L}*|cambi\p{L}*|cambios?)\b/u;
/** Between a name and the year or version behind it: "the terms from 2020". */
const behind = new Set(["from", "of", "in", "vom", "von", "aus", "de", "del", "der", "in der", "as"]);
const and = new Set(["and", "und", "et", "y"]);

/** The versions that are meant of the documents that are named, in the order of the words. Without a word for one, the version that holds. */
export function pickVersions(named: readonly Named[], words: Words): Picked {
  const families = [...new Map(named.map((each) => [each.family.id, each])).values()];
  const [only] = families;
  if (!only) return { found: [], unclear: [] };
  return families.length === 1 ? ofOne(only, words) : ofSeveral(named, words);
}

function ofOne(named: Named, { tokens, versions, action, now }: Words): Picked {
  const { family } = named;
  const base = named.tagged ?? currentOf(family);
  const said = tokens.map(({ word }) => word).join(" ");
  const picked = versions.map((span) => ({ span, version: versionOf(family, span.version, now) }));
  const unclear = picked.flatMap(({ span, version }) =>
    Array.isArray(version) ? [{ name: spoken(span, tokens, family), candidates: version }] : [],
  );
  const found = picked.flatMap(({ version }) => (Array.isArray(version) ? [] : [version]));
  const ordinal = picked.length === 0 ? beside(named, tokens) : null;
  if (ordinal) return byOrdinal(family, versionOf(family, ordinal, now));
  if (picked.length === 0) return withoutWords(named, { said, action });
  if (unclear.length > 0) return { found, unclear };
  const different = unique(found);
  if (action !== "compare" || different.length > 1 || !base) return { found: different, unclear: [] };
  // One of two: "what is new in the current one", "with the old version".
  const [one] = different;
  const partner = one?.version_id === base.version_id ? versionBefore(family, base) : base;
  return { found: unique([...different, ...(partner ? [partner] : [])]), unclear: [] };
}

/** Ordinals in front of a name and numbers behind it. */
function beside({ from, to, tagged }: Named, tokens: readonly NameToken[]): VersionWord | null {
  return tagged || from < 0 ? null : (ordinalBefore(tokens, from) ?? numberBehind(tokens, to));
}

function byOrdinal(family: Family, version: CopilotDocument | CopilotDocument[]): Picked {
  return Array.isArray(version)
    ? { found: [], unclear: [{ name: family.title, candidates: version }] }
    : { found: [version], unclear: [] };
}

function withoutWords(named: Named, { said, action }: { said: string; action: CopilotAction | null }): Picked {
  const { family, tagged } = named;
  const base = tagged ?? currentOf(family);
  if (!base) return { found: [], unclear: [] };
  const isBoth = bothVersions.test(said);
  if (isBoth && family.versions.length > 2)
    return { found: [], unclear: [{ name: family.title, candidates: family.versions }] };
  if (isBoth) return { found: [...family.versions], unclear: [] };
  const before = versionBefore(family, base);
  if (action === "compare" && changes.test(said) && before) return { found: [before, base], unclear: [] };
  return { found: [base], unclear: [] };
}

function versionBefore({ versions }: Family, { version }: CopilotDocument): CopilotDocument | undefined {
  return versions.filter((each) => each.version < version).at(-1);
}

/** Each word for a version belongs to the name beside it; one that stands apart, or may be meant for two, is asked about. */
function ofSeveral(named: readonly Named[], { tokens, versions, now }: Words): Picked {
  const found: CopilotDocument[] = [];
  const unclear: Picked["unclear"] = [];
  const forAll = versions.filter((span) =>
    /^(?:versions|versionen|fassungen|versiones)$/u.test(tokens[span.to - 1]?.word ?? ""),
  );
  const owners = new Map<Named, VersionWord>();
  for (const span of versions) {
    if (forAll.includes(span)) continue;
    const owner = nearestOf(span, named, tokens);
    if (owner && !owners.has(owner)) owners.set(owner, span.version);
    else unclear.push({ name: textOf(span, tokens), candidates: named.flatMap(({ family }) => family.versions) });
  }
  for (const [place, each] of named.entries()) {
    const own = owners.get(each) ?? forAll[0]?.version ?? beside(each, tokens) ?? undefined;
    const one = own ? versionOf(each.family, own, now) : (each.tagged ?? currentOf(each.family));
    const previous = named[place - 1];
    const isJoined =
      own === undefined && previous !== undefined && owners.has(previous) && isJoinedBy(previous, each, tokens);
    if (isJoined && each.family.versions.length > 1)
      unclear.push({ name: each.family.title, candidates: each.family.versions });
    else if (Array.isArray(one)) unclear.push({ name: each.family.title, candidates: one });
    else if (one) found.push(one);
  }
  return { found: unique(found), unclear };
}

/** "The old terms and privacy statement": old may be meant for both. */
function isJoinedBy(one: Named, other: Named, tokens: readonly NameToken[]): boolean {
  const between = tokens.slice(one.to, other.from).map(({ word }) => word);
  return between.length === 1 && and.has(between[0] ?? "");
}

function nearestOf(span: VersionSpan, named: readonly Named[], tokens: readonly NameToken[]): Named | undefined {
  let best: { named: Named; gap: number } | undefined;
  for (const each of named) {
    const before = each.from - span.to;
    const after = span.from - each.to;
    const link = tokens[before === 1 ? span.to : each.to]?.word ?? "";
    const gap = before >= 0 ? before : after;
    if (gap < 0 || gap > 1 || (gap === 1 && !behind.has(link))) continue;
    if (!best || gap < best.gap) best = { named: each, gap };
  }
  return best?.named;
}

function spoken(span: VersionSpan, tokens: readonly NameToken[], { title }: Family): string {
  return `${title}, ${textOf(span, tokens)}`;
}

function textOf({ from, to }: VersionSpan, tokens: readonly NameToken[]): string {
  return tokens
    .slice(from, to)
    .map(({ raw }) => raw)
    .join(" ");
}

export function unique(documents: readonly CopilotDocument[]): CopilotDocument[] {
  return [...new Map(documents.map((each) => [each.version_id, each])).values()];
}
