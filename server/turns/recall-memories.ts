import type { CachePort } from "../assistant/ports.ts";
import { asError } from "../errors.ts";
import type { TurnDeps } from "./deps.ts";
import type { RunningTurn } from "./turn-context.ts";

/** What is remembered of the visitor and matters for the turn. @throws what the memory throws: an answer without it is better than none. */
export async function recallMemories({ memory, log }: TurnDeps, turn: RunningTurn): Promise<RunningTurn["memories"]> {
  const { tenantId, visitorId, question } = turn;
  if (!memory) return [];
  return memory.recall({ tenantId, visitorId }, question).catch((error: unknown) => {
    log.warn({ turn_id: turn.turnId, err: asError(error).message }, "Could not recall memories");
    throw error;
  });
}

/** Counts what the turn's answer was written with. */
export async function noteMemoriesUsed({ memory, log }: TurnDeps, turn: RunningTurn): Promise<void> {
  if (!memory || !turn.hasUsedMemories) return;
  await memory.noteUse(turn.tenantId, turn.memories).catch((error: unknown) => {
    log.warn({ turn_id: turn.turnId, err: asError(error).message }, "Could not count the use of memories");
  });
}

/** Ids of what an answer was written with; small talk and what the rules say in fixed words rest on none. */
export function memoriesOf(turn: RunningTurn, { isAnswer }: { isAnswer: boolean }): { memories?: string[] } {
  if (!isAnswer || turn.memories.length === 0) return {};
  turn.hasUsedMemories = true;
  return { memories: turn.memories.map(({ id }) => id) };
}

/** For an answer about one visitor: it is nobody else's, and nobody else's is its. */
export const noCache: CachePort = {
  lookup: async () => null,
  lookupByPassages: async () => null,
  store: async () => {},
};
