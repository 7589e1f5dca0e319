import type { HistoryMessage } from "../assistant/ports.ts";
import { listThreadChunks } from "../store/thread-chunks.ts";
import { withTenant } from "../store/transaction.ts";
import type { TurnDeps } from "./deps.ts";
import { nearestChunks } from "./thread-summary.ts";
import type { RunningTurn } from "./turn-context.ts";

/** What a long ticket said about the question further back, as a note; null when it is not long, or nothing is stored yet. */
export async function recallThread(deps: TurnDeps, turn: RunningTurn): Promise<HistoryMessage | null> {
  const { threads } = deps;
  if (!turn.isLong || !threads) return null;
  const chunks = await withTenant(deps.db, turn.tenantId, (tx) => listThreadChunks(tx, turn.ticketId));
  if (chunks.length === 0) return null;
  const values = await threads.embed(turn.question).catch(() => null);
  const vector = values ? { model: threads.model, values } : null;
  const found = nearestChunks(chunks, { question: turn.question, vector });
  return {
    role: "system",
    content: ["Parts of this conversation that may matter here:", ...found.map(({ summary }) => summary)].join("\n\n"),
  };
}
