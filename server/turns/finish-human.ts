import type { HumanAnswer } from "../assistant/ports.ts";
import { withdrawClarification } from "../store/clarifications.ts";
import { findMessage } from "../store/messages.ts";
import { storeMessage } from "../store/store-message.ts";
import { lockTicket, updateTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { finishTurn } from "../store/turns.ts";
import type { TurnDeps } from "./deps.ts";
import type { RunningTurn } from "./turn-context.ts";

/**
 * Stores a person's answer as the ticket's last word and resolves it, in one transaction. Running it
 * again (a resumed node may) changes nothing: the message's id is the decision's.
 */
export async function finishByHuman(deps: TurnDeps, turn: RunningTurn, decision: HumanAnswer): Promise<void> {
  const events = await withTenant(deps.db, turn.tenantId, async (tx) => {
    const ticket = await lockTicket(tx, turn.ticketId);
    if (!ticket || (await findMessage(tx, decision.message_id))) return [];
    await finishTurn(tx, turn.turnId, { status: "done" });
    await withdrawClarification(tx, ticket);
    await updateTicket(tx, ticket.id, {
      status: "resolved",
      owner: "human",
      assignee: decision.agent,
      awaiting_human: false,
      resolved_at: new Date(),
    });
    const stored = await storeMessage(
      tx,
      {
        id: decision.message_id,
        ticketId: ticket.id,
        turnId: turn.turnId,
        role: "agent",
        content: decision.answer,
        agent: decision.agent,
        citations: decision.citations ?? [],
      },
      {
        after: [
          {
            type: "owner",
            turnId: turn.turnId,
            payload: { owner: "human", status: "resolved", agent: decision.agent },
          },
          { type: "end", turnId: turn.turnId, payload: {} },
        ],
      },
    );
    return stored.events;
  });
  turn.isOver = true;
  turn.outlet.push({ kind: "stored", events });
}
