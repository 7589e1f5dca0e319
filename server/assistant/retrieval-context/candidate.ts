import type { ContextEntry, ContextRecord, ContextSource } from "../../../protocol/context-record.ts";

/** Something that may go in, as its source gives it. `item` is what the caller gets back, with its words; the record has none of them. */
export interface Candidate<Item>
  extends Pick<ContextEntry, "source" | "kind" | "id" | "document_id" | "version_id" | "tokens" | "similarity"> {
  item: Item;
  /** Place among those of its source, from 0. */
  rank: number;
  /** Why its source gives it, in words, where there is more to say than which source that is. */
  why?: string;
  /** Why its own source leaves it out: too far away, enough of its document. It is in the record and goes no further. */
  refused?: string;
}

/** What is known of the documents beside what was asked. */
export interface Circumstances {
  now: Date;
  /** Documents used in the branches beside this one. A parent's or child's counts more than a sibling's. */
  nearBranch: ReadonlySet<string>;
  siblingBranch: ReadonlySet<string>;
  /** When this person used a document last; one that they never used has not faded. */
  lastUse: ReadonlyMap<string, Date>;
  /** Documents that are left out, and why in words. One that was named in the message is not. */
  unwanted: ReadonlyMap<string, string>;
  /** Documents that the person took out of this very message. */
  leftOut: ReadonlySet<string>;
  /** This branch speaks of other things by now than the one that it was forked from. */
  hasDrifted: boolean;
}

/** Nothing is known: what was found counts as it was found. */
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

/** A candidate with what it counts. */
export interface Weighed<Item> {
  candidate: Candidate<Item>;
  base: number;
  modifiers: ContextEntry["modifiers"];
  weight: number;
  /** Why it stays out whatever room there is; undefined for one that may go in. */
  refused: string | undefined;
}

export interface Assembled<Item> {
  /** What goes in, the weightiest first. */
  taken: { source: ContextSource; item: Item }[];
  record: ContextRecord;
}

/** What each source counts (design section 9). */
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
/** What nobody used for long counts this much still. */
const weightFloor = 0.3;
/** In a branch that has drifted, what comes from the other branches counts only where it is nearer than this. */
const nearDespiteDrift = 0.9;
const monthMs = 30 * 24 * 60 * 60_000;

/** A weight after what has faded, a twentieth for each whole month since the last use; what was low before does not rise to the floor. */
export function fadedWeight(weight: number, lastUse: Date | undefined, now: Date): number {
  if (lastUse === undefined) return weight;
  const months = Math.max(0, Math.floor((now.getTime() - lastUse.getTime()) / monthMs));
  return rounded(Math.max(Math.min(weight, weightFloor), weight - months * fadeOfMonth));
}

/** What a candidate counts, and whether it may go in at all. */
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
  // A named document is wanted now, even if its reader dismissed it before.
  const unwanted = document === null || source === "mentioned" ? undefined : circumstances.unwanted.get(document);
  if (unwanted !== undefined) return unwanted;
  if (source === "branch" && !countsDespiteDrift(candidate, circumstances))
    return "this branch has moved on to another topic";
  return candidate.refused;
}

function lastUseOf<Item>({ document_id: id }: Candidate<Item>, { lastUse }: Circumstances): Date | undefined {
  return id === null ? undefined : lastUse.get(id);
}

/** Weights are hundredths; sums of them are kept free of binary dust. */
function rounded(weight: number): number {
  return Math.round(weight * 100) / 100;
}
