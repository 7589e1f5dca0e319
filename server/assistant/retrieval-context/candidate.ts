import type { ContextEntry, ContextRecord, ContextSource } from "../../../protocol/context-record.ts";

/**
 * A possible entry of the context, as its source provides it. `item` is returned to the caller with its text; the record contains no text.
 */
export interface Candidate<Item>
  extends Pick<ContextEntry, "source" | "kind" | "id" | "document_id" | "version_id" | "tokens" | "similarity"> {
  item: Item;
  /** Rank within its source, from 0. */
  rank: number;
  /** The source's reason in words, when it says more than the source's name. */
  why?: string;
  /** Reason why its own source leaves it out: not similar enough, or enough other passages of its document. It is only recorded. */
  refused?: string;
}

/** Facts about the documents besides the question. */
export interface Circumstances {
  now: Date;
  /** Documents used in related branches. Those of a parent or child count more than those of a sibling. */
  nearBranch: ReadonlySet<string>;
  siblingBranch: ReadonlySet<string>;
  /** When this person last used a document; a document that they never used does not fade. */
  lastUse: ReadonlyMap<string, Date>;
  /** Documents that are left out, with the reason in words. A document mentioned in the message is kept. */
  unwanted: ReadonlyMap<string, string>;
  /** Documents that the person removed from this message. */
  leftOut: ReadonlySet<string>;
  /** This branch has moved to another topic than the branch that it was forked from. */
  hasDrifted: boolean;
}

/** No facts: the results count unchanged. */
export function noCircumstances(now: Date): Circumstances {
  const none = new Set<string>();
  return {
    now,
    nearBranch: none,
    siblingBranch: none,
    lastUse: new Map(),
    unwanted: new Map(),
    leftOut: none,
    hasDrifted: false,
  };
}

/** A candidate with its weight. */
export interface Weighed<Item> {
  candidate: Candidate<Item>;
  base: number;
  modifiers: ContextEntry["modifiers"];
  weight: number;
  /** Reason why it is left out regardless of the budget; undefined when it may be included. */
  refused: string | undefined;
}

export interface Assembled<Item> {
  /** Included entries, highest weight first. */
  taken: { source: ContextSource; item: Item }[];
  record: ContextRecord;
}

/** Base weight of each source (design section 9). */
export const baseWeights: Readonly<Record<ContextSource, number>> = {
  mentioned: 1,
  always: 0.8,
  branch: 0.7,
  memory: 0.6,
  thread: 0.6,
  search: 0.5,
};
const nearBranchBonus = 0.15;
const siblingBranchBonus = 0.1;
const fadeOfMonth = 0.05;
/** Lowest weight of a document that was not used for a long time. */
const weightFloor = 0.3;
/** In a branch that has moved to another topic, documents of other branches count only above this similarity. */
const nearDespiteDrift = 0.9;
const monthMs = 30 * 24 * 60 * 60_000;

/** A weight after fading: 0.05 for each whole month since the last use. A weight below the floor is not raised. */
export function fadedWeight(weight: number, lastUse: Date | undefined, now: Date): number {
  if (lastUse === undefined) return weight;
  const months = Math.max(0, Math.floor((now.getTime() - lastUse.getTime()) / monthMs));
  return rounded(Math.max(Math.min(weight, weightFloor), weight - months * fadeOfMonth));
}

/** Weighs a candidate and decides whether it may be included. */
export function weigh<Item>(candidate: Candidate<Item>, circumstances: Circumstances): Weighed<Item> {
  const base = baseWeights[candidate.source];
  const raised = branchBonus(candidate, circumstances);
  const high = rounded(base + raised.reduce((sum, { by }) => sum + by, 0));
  const weight =
    candidate.source === "search" ? fadedWeight(high, lastUseOf(candidate, circumstances), circumstances.now) : high;
  const faded: ContextEntry["modifiers"] = weight < high ? [{ kind: "unused", by: rounded(weight - high) }] : [];
  return { candidate, base, modifiers: [...raised, ...faded], weight, refused: refusalOf(candidate, circumstances) };
}

function branchBonus<Item>(candidate: Candidate<Item>, circumstances: Circumstances): ContextEntry["modifiers"] {
  const { document_id: id, source } = candidate;
  if (source !== "search" || id === null || !countsDespiteDrift(candidate, circumstances)) return [];
  if (circumstances.nearBranch.has(id)) return [{ kind: "near_branch", by: nearBranchBonus }];
  return circumstances.siblingBranch.has(id) ? [{ kind: "sibling_branch", by: siblingBranchBonus }] : [];
}

function countsDespiteDrift<Item>({ similarity }: Candidate<Item>, { hasDrifted }: Circumstances): boolean {
  return !hasDrifted || (similarity ?? 0) > nearDespiteDrift;
}

function refusalOf<Item>(candidate: Candidate<Item>, circumstances: Circumstances): string | undefined {
  const { source, document_id: document } = candidate;
  if (document !== null && circumstances.leftOut.has(document)) return "removed from this message manually";
  // A mentioned document is wanted now, even if the person dismissed it before.
  const unwanted = document === null || source === "mentioned" ? undefined : circumstances.unwanted.get(document);
  if (unwanted !== undefined) return unwanted;
  if (source === "branch" && !countsDespiteDrift(candidate, circumstances))
    return "this branch has moved on to another topic";
  return candidate.refused;
}

function lastUseOf<Item>({ document_id: id }: Candidate<Item>, { lastUse }: Circumstances): Date | undefined {
  return id === null ? undefined : lastUse.get(id);
}

/** Weights are hundredths; rounding removes binary errors from sums. */
function rounded(weight: number): number {
  return Math.round(weight * 100) / 100;
}
