import {
  type ContextEntry,
  type ContextRecord,
  type ContextSource,
  contextSources,
} from "../../../protocol/context-record.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { type Answered, askSources, type Source } from "./ask-sources.ts";
import {
  type Assembled,
  type Candidate,
  type Circumstances,
  noCircumstances,
  type Weighed,
  weigh,
} from "./candidate.ts";

/** Most left-out entries that a record names; further ones are only counted, so that the record stays small. */
const mostNamedLeftOut = 24;

export interface Wish<Item> {
  sources: readonly Source<Item>[];
  /** Facts besides the question; read while the sources are queried. */
  circumstances: Circumstances | Promise<Circumstances>;
  room: Room;
  signal: AbortSignal;
  /** Timeout in ms for an optional source. */
  limitMs?: number | undefined;
}

/**
 * Assembles the retrieval context: queries all sources at once, weighs each candidate and fills the budget.
 * @throws the error of a main source, and the signal's reason.
 */
export async function assemble<Item>(wish: Wish<Item>): Promise<Assembled<Item>> {
  const started = performance.now();
  const { signal, limitMs, sources, room } = wish;
  const [circumstances, answered] = await Promise.all([wish.circumstances, askSources(sources, { signal, limitMs })]);
  return choose(answered, { circumstances, room, started });
}

/** The same for sources that have already answered. @param about.started time of the query, on the clock of `performance` */
export function choose<Item>(
  { candidates, sources }: Answered<Item>,
  { circumstances, room, started }: { circumstances: Circumstances; room: Room; started: number },
): Assembled<Item> {
  const weighed = candidates.map((candidate: Candidate<Item>) => weigh(candidate, circumstances));
  const { taken, leftOut, tokens } = fillRoom(weighed, room);
  const named = leftOut.slice(0, mostNamedLeftOut);
  const record: ContextRecord = {
    taken: taken.map((each) => toEntry(each, reasonTaken(each))),
    left_out: named.map(({ weighed: each, reason }) => toEntry(each, reason)),
    more_left_out: leftOut.length - named.length,
    budget: { tokens: room.tokens, used: tokens },
    sources,
    has_drifted: circumstances.hasDrifted,
    took_ms: Math.round(performance.now() - started),
  };
  return { taken: taken.map(({ candidate: { source, item } }) => ({ source, item })), record };
}

function toEntry<Item>({ candidate, base, modifiers, weight }: Weighed<Item>, reason: string): ContextEntry {
  const { source, kind, id, document_id, version_id, tokens, similarity } = candidate;
  const near = similarity === null ? null : Math.round(similarity * 1_000) / 1_000;
  return { source, kind, id, document_id, version_id, weight, base, modifiers, tokens, similarity: near, reason };
}

const because: Readonly<Record<ContextSource, string>> = {
  mentioned: "mentioned in the message",
  always: "always included",
  branch: "used in the parent conversation",
  memory: "a memory about the visitor",
  thread: "from earlier in the ticket",
  search: "found for the question",
};

/** Reason why an entry was included, in words. */
function reasonTaken<Item>({ candidate, modifiers }: Weighed<Item>): string {
  const added = modifiers.map(({ kind, by }) => {
    switch (kind) {
      case "near_branch":
        return "used in the neighbouring branch";
      case "sibling_branch":
        return "used in a related branch";
      default:
        return `${Math.abs(by).toFixed(2)} less weight because it has not been used for a while`;
    }
  });
  return [candidate.why ?? because[candidate.source], ...added].join("; ");
}

export interface Room {
  /** Token limit for all entries together. */
  tokens: number;
  most?: number;
}

export interface Fitted<Item> {
  taken: Weighed<Item>[];
  leftOut: { weighed: Weighed<Item>; reason: string }[];
  tokens: number;
}

/**
 * Fills the budget in the order of weight; for equal weights, the rank in the source decides. An entry that does not fit is left out and a
 * shorter one may follow, but nothing replaces an entry that the message mentions. A first entry that exceeds the whole budget is included
 * anyway: otherwise there would be nothing to answer from.
 */
export function fillRoom<Item>(
  weighed: readonly Weighed<Item>[],
  { tokens, most = Number.POSITIVE_INFINITY }: Room,
): Fitted<Item> {
  const fitted: Fitted<Item> = { taken: [], leftOut: [], tokens: 0 };
  let isFullOfNamed = false;
  for (const each of uniqueOf(weighed.toSorted(byWeight))) {
    const leave = (reason: string) => void fitted.leftOut.push({ weighed: each, reason });
    const { candidate, refused } = each;
    if (refused !== undefined) leave(refused);
    else if (fitted.taken.length >= most) leave(`limit of ${most} entries reached`);
    else if (isFullOfNamed && candidate.source !== "mentioned")
      leave("documents mentioned in the message use the whole budget");
    else if (fitted.taken.length > 0 && fitted.tokens + candidate.tokens > tokens) {
      leave(`does not fit in the budget of ${tokens} tokens`);
      isFullOfNamed ||= candidate.source === "mentioned";
    } else {
      fitted.taken.push(each);
      fitted.tokens += candidate.tokens;
    }
  }
  return fitted;
}

/** The order does not depend on which source answered first. */
function byWeight<Item>(one: Weighed<Item>, other: Weighed<Item>): number {
  const { candidate: first } = one;
  const { candidate: second } = other;
  return (
    Number(one.refused !== undefined) - Number(other.refused !== undefined) ||
    other.weight - one.weight ||
    contextSources.indexOf(first.source) - contextSources.indexOf(second.source) ||
    first.rank - second.rank ||
    (first.id < second.id ? -1 : Number(first.id > second.id))
  );
}

/** Keeps the best of several candidates for the same entry. */
function uniqueOf<Item>(sorted: readonly Weighed<Item>[]): Weighed<Item>[] {
  const first = new Map<string, Weighed<Item>>();
  for (const each of sorted) {
    const key = `${each.candidate.kind} ${each.candidate.id}`;
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/** Token limit for the context of a visitor's answer, without the last messages; the same limit as the search's. */
export const answerTokens = 4_000;

interface FoundPassage {
  chunk_id: string;
  document_id: string;
  version_id: string;
  text: string;
  parts: Record<string, number>;
}

/** A passage that the search left out, with the reason in words. */
export interface RefusedPassage extends Pick<FoundPassage, "chunk_id" | "document_id" | "parts"> {
  tokens: number;
  reason: string;
}

interface Beside {
  /** Results of the sources besides the documents. */
  recalled: Answered<null>;
  /** Only when someone inspects the context. */
  refused?: readonly RefusedPassage[];
  /** Duration of the search in ms. */
  ms: number;
}

/**
 * Chooses the passages for a visitor's answer, besides the recalled entries, in the order of the search. There are no preferences for
 * visitors, so all passages have the same weight. Passages that do not fit besides memories and the thread are left out, but at least one
 * passage is kept.
 */
export function choosePassages<Found extends FoundPassage>(
  found: readonly Found[],
  { recalled, refused = [], ms }: Beside,
): { passages: Found[]; record: ContextRecord } {
  const passages = found.map(
    (passage, rank): Candidate<Found | null> => ({
      ...ofPassage(passage),
      version_id: passage.version_id,
      tokens: estimateTokens(passage.text),
      rank,
      item: passage,
    }),
  );
  const others = refused.map(
    ({ reason, tokens, ...passage }, rank): Candidate<Found | null> => ({
      ...ofPassage(passage),
      version_id: null,
      tokens,
      rank: found.length + rank,
      item: null,
      refused: reason,
    }),
  );
  const least = recalled.candidates.reduce((sum, { tokens }) => sum + tokens, 0) + (passages[0]?.tokens ?? 0);
  const timing = { source: "search", state: "answered", ms: Math.round(ms), found: found.length } as const;
  const { taken, record } = choose(
    { candidates: [...recalled.candidates, ...passages, ...others], sources: [...recalled.sources, timing] },
    {
      circumstances: noCircumstances(new Date()),
      room: { tokens: Math.max(answerTokens, least) },
      started: performance.now() - ms,
    },
  );
  return { passages: taken.flatMap(({ item }) => item ?? []), record };
}

function ofPassage({ chunk_id: id, document_id, parts }: Pick<FoundPassage, "chunk_id" | "document_id" | "parts">) {
  return { source: "search", kind: "passage", id, document_id, similarity: parts["vector"] ?? null } as const;
}
