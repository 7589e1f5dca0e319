import { askSources, type Source } from "../assembly/ask-sources.ts";
import { choose } from "../assembly/assemble.ts";
import { type Candidate, noCircumstances } from "../assembly/candidate.ts";
import type { RetrievedChunk } from "../assistant/ports.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import type { TurnDeps } from "./deps.ts";
import { recallMemories } from "./recall-memories.ts";
import { noteOf, recallThread } from "./recall-thread.ts";
import type { RunningTurn } from "./turn-context.ts";

/** Tokens of everything that goes into an answer beside the last messages: as many as the search itself gives. */
const contextTokens = 4_000;

/** What is remembered of the visitor and what was said further back, both looked up at once. Late or broken, the answer goes without it. */
export async function recallBeside(deps: TurnDeps, turn: RunningTurn): Promise<void> {
  const sources: Source<() => void>[] = [];
  const said: string[] = [];
  const memories: RunningTurn["memories"][number][] = [];
  if (turn.remembers && deps.memory && turn.question !== "")
    sources.push({
      name: "memory",
      ask: async () =>
        (await recallMemories(deps, turn)).map((memory, rank) => ({
          ...nothingOfDocuments,
          ...{ source: "memory", kind: "memory", id: memory.id, tokens: estimateTokens(memory.content), rank },
          item: () => void memories.push(memory),
        })),
    });
  if (turn.isLong && deps.threads)
    sources.push({
      name: "thread",
      ask: async () =>
        (await recallThread(deps, turn)).map(({ ordinal, summary }, rank) => ({
          ...nothingOfDocuments,
          ...{ source: "thread", kind: "thread", id: String(ordinal), tokens: estimateTokens(summary), rank },
          item: () => void said.push(summary),
        })),
    });
  if (sources.length === 0) return;
  const started = performance.now();
  const answered = await askSources(sources, { signal: turn.stop.signal, limitMs: deps.recallMs });
  const { taken, record } = choose(answered, { circumstances: noCircumstances(new Date()), room, started });
  for (const { item } of taken) item();
  turn.memories = memories;
  if (said.length > 0) turn.history = [noteOf(said), ...turn.history];
  turn.recalled = { candidates: answered.candidates.map(withoutItem), sources: answered.sources };
  turn.context = record;
}

const room = { tokens: contextTokens };
const nothingOfDocuments = { document_id: null, version_id: null, similarity: null };

function withoutItem<Item>(candidate: Candidate<Item>): Candidate<null> {
  return { ...candidate, item: null };
}

/**
 * The passages that go in beside what was recalled, in the order of the search. Of visitors nothing is learned, so they all weigh alike; those
 * that find no room beside memories and the thread are left out. What was found is never all left out.
 */
export function passagesThatFit(turn: RunningTurn, found: RetrievedChunk[], ms: number): RetrievedChunk[] {
  const passages = found.map(
    (chunk, rank): Candidate<RetrievedChunk | null> => ({
      source: "search",
      kind: "passage",
      id: chunk.chunk_id,
      document_id: chunk.document_id,
      version_id: chunk.version_id,
      tokens: estimateTokens(chunk.text),
      similarity: chunk.parts["vector"] ?? null,
      rank,
      item: chunk,
    }),
  );
  const recalled = turn.recalled.candidates;
  const least = recalled.reduce((sum, { tokens }) => sum + tokens, 0) + (passages[0]?.tokens ?? 0);
  const timing = { source: "search", state: "answered", ms: Math.round(ms), found: found.length } as const;
  const answered = { candidates: [...recalled, ...passages], sources: [...turn.recalled.sources, timing] };
  const { taken, record } = choose(answered, {
    circumstances: noCircumstances(new Date()),
    room: { tokens: Math.max(contextTokens, least) },
    started: performance.now() - ms,
  });
  turn.context = record;
  return taken.flatMap(({ item }) => item ?? []);
}
