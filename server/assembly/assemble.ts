import type { ContextEntry, ContextRecord, ContextSource } from "../../protocol/context-record.ts";
import { type Answered, askSources, type Source } from "./ask-sources.ts";
import type { Assembled, Candidate, Circumstances, Weighed } from "./candidate.ts";
import { fillRoom, type Room } from "./fill-room.ts";
import { weigh } from "./weigh.ts";

/** Entries of a record that name what was left out; more are only counted, so that it stays small. */
const mostNamedLeftOut = 24;

export interface Wish<Item> {
  sources: readonly Source<Item>[];
  /** What is known beside what was asked; it is read while the sources are asked. */
  circumstances: Circumstances | Promise<Circumstances>;
  room: Room;
  signal: AbortSignal;
  /** How long a source that an answer can do without is waited for, ms. */
  limitMs?: number | undefined;
}

/**
 * What goes into an answer: all sources at once, each thing weighed, the room filled.
 * @throws what a main source throws, and the signal's reason.
 */
export async function assemble<Item>(wish: Wish<Item>): Promise<Assembled<Item>> {
  const started = performance.now();
  const { signal, limitMs, sources, room } = wish;
  const [circumstances, answered] = await Promise.all([wish.circumstances, askSources(sources, { signal, limitMs })]);
  return choose(answered, { circumstances, room, started });
}

/** The same where the sources have answered already. @param about.started when they were asked, on the clock of `performance` */
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

/** Why something went in, in words. */
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
