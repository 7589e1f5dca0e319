import type { ContextEntry, ContextRecord, ContextSource } from "../../protocol/context-record.ts";

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
