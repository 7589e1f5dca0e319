import { askSources, type Source } from "../assembly/ask-sources.ts";
import { choose } from "../assembly/assemble.ts";
import { type Candidate, noCircumstances } from "../assembly/candidate.ts";
import { answerTokens, choosePassages } from "../assembly/choose-passages.ts";
import type { RetrievedChunk } from "../assistant/ports.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import type { TurnDeps } from "./deps.ts";
import { recallMemories } from "./recall-memories.ts";
import { noteOf, recallThread } from "./recall-thread.ts";
import type { RunningTurn } from "./turn-context.ts";

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

const room = { tokens: answerTokens };
const nothingOfDocuments = { document_id: null, version_id: null, similarity: null };

function withoutItem<Item>(candidate: Candidate<Item>): Candidate<null> {
  return { ...candidate, item: null };
}

/** The passages that go in beside what was recalled; what was left out is noted at the turn. */
export function passagesThatFit(turn: RunningTurn, found: RetrievedChunk[], ms: number): RetrievedChunk[] {
  const { passages, record } = choosePassages(found, { recalled: turn.recalled, ms });
  turn.context = record;
  return passages;
}
