import type { HistoryMessage } from "../assistant/ports.ts";
import { listThreadChunks, type ThreadChunk } from "../store/thread-chunks.ts";
import { withTenant } from "../store/transaction.ts";
import type { TurnDeps } from "./deps.ts";
import { nearestChunks } from "./thread-summary.ts";
import type { RunningTurn } from "./turn-context.ts";

/** What a long ticket said about the question further back, oldest first; nothing where nothing is stored yet. */
export async function recallThread(deps: TurnDeps, turn: RunningTurn): Promise<ThreadChunk[]> {
  const { threads } = deps;
  if (!threads) return [];
  const chunks = await withTenant(deps.db, turn.tenantId, (tx) => listThreadChunks(tx, turn.ticketId));
  if (chunks.length === 0) return [];
  const values = await threads.embed(turn.question).catch(() => null);
  const vector = values ? { model: threads.model, values } : null;
  return nearestChunks(chunks, { question: turn.question, vector });
}

/** The same as a note before the last messages. */
export function noteOf(summaries: readonly string[]): HistoryMessage {
  return {
    role: "system",
    content: ["Parts of this conversation that may matter here:", ...summaries].join("\n\n"),
  };
}
