import type { Usage } from "../../protocol/messages.ts";
import type { ClarifyInput } from "../assistant/ports.ts";
import { newId } from "../ids.ts";
import { insertClarification } from "../store/clarifications.ts";
import { storeMessage } from "../store/store-message.ts";
import { finishTurn } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import { endTurn } from "./end-turn.ts";
import { timings } from "./endings.ts";
import type { RunningTurn } from "./turn-context.ts";

/**
 * Ends the turn with a question back to the visitor, in one transaction: the prompt as a message, so that it can be read
 * again later, and the clarification that waits. No lease is held while it waits; the answer is a turn of its own.
 */
export async function askVisitor(
  deps: TurnDeps,
  turn: RunningTurn,
  { question, prompt, options, usage }: ClarifyInput & { usage: Usage },
): Promise<void> {
  const events = await endTurn(deps, turn, async (tx, ticket) => {
    const { turnId } = turn;
    if (!(await finishTurn(tx, turnId, { status: "clarifying", timings: timings(turn) }))) return [];
    const id = newId();
    await insertClarification(tx, { id, ticket_id: ticket.id, turn_id: turnId, question, prompt, options });
    const stored = await storeMessage(
      tx,
      { id: newId(), ticketId: ticket.id, turnId, role: "assistant", content: prompt, usage },
      {
        after: [
          {
            type: "clarification",
            turnId,
            payload: {
              clarification_id: id,
              prompt,
              kind: "choice",
              options: options.map((option) => ({ id: option.id, label: option.label })),
            },
          },
          { type: "end", turnId, payload: {} },
        ],
      },
    );
    return stored.events;
  });
  turn.outlet.push({ kind: "stored", events });
}
